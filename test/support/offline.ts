// The offline model for tests, which take no breath.

import { createOffline } from '../../src/adapters/offline/provider.ts';
import { unpaced } from '../../src/base/pace.ts';

export const offlineProvider = createOffline(unpaced);
