// Clicks on what Markdown made: links are never followed by the page, and the buttons of code blocks work on their block.

import type { Channel } from '../../src/protocol/channel.ts';
import { toHost } from '../../src/protocol/messages.ts';
import { rowTexts } from '../texts/rows.ts';

export function listenForClicks(
  root: HTMLElement,
  deps: { readonly channel: Channel; readonly say: (text: string) => void },
): void {
  const onClick = (event: MouseEvent): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const link = target.closest('a');
    if (link !== null) {
      // Whatever VS Code would do with it, or the browser: the host decides.
      event.preventDefault();
      event.stopPropagation();
      const href = link.getAttribute('href');
      if (href !== null && event.type === 'click') void deps.channel.tell(toHost.openLink, { href });
      return;
    }
    const pressed = target.closest('[data-code]');
    if (pressed instanceof HTMLElement && event.type === 'click') codeAction(pressed, deps);
  };
  root.addEventListener('click', onClick, true);
  root.addEventListener('auxclick', onClick, true);
  root.addEventListener('dragstart', (event) => {
    if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
  });
}

function codeAction(
  pressed: HTMLElement,
  { channel, say }: { readonly channel: Channel; readonly say: (text: string) => void },
): void {
  const block = pressed.closest('.code-block');
  const text = block?.querySelector('code')?.textContent ?? '';
  const language = block instanceof HTMLElement ? (block.dataset['language'] ?? '') : '';
  switch (pressed.dataset['code']) {
    case 'copy':
      void channel.tell(toHost.copy, { text });
      say(rowTexts.copied);
      return;
    case 'insert':
      void channel.tell(toHost.insertCode, { text });
      return;
    case 'open':
      void channel.tell(toHost.openCode, { text, language });
      return;
    default:
      return;
  }
}
