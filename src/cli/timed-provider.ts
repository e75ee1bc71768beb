// Measures how long a provider was waited for, so that a report can tell local work from the model's.

import type { Clock } from '../base/clock.ts';
import type { Provider } from '../core/provider/provider.ts';

export interface TimedProvider {
  readonly provider: Provider;
  /** Milliseconds waited so far. */
  waited(): number;
}

export function timedProvider(provider: Provider, clock: Clock): TimedProvider {
  let waited = 0;
  return {
    provider: {
      name: provider.name,
      body: (request) => provider.body(request),
      stream: async function* (request, signal) {
        let since = clock.now();
        for await (const event of provider.stream(request, signal)) {
          waited += clock.now() - since;
          yield event;
          since = clock.now();
        }
        waited += clock.now() - since;
      },
    },
    waited: () => waited,
  };
}
