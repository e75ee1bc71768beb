// The webview's beginning. The host's page holds the styles, the icons, a nonce for this script, and an empty body.

import './no-code-from-text.ts';
import { connect } from './bridge.ts';
import { Panel } from './panel.ts';
import { registerWidgets } from './toolkit.ts';

registerWidgets();
const panel = new Panel(connect());
document.body.append(panel.element);
panel.start();
