// Markdown that is being written: only the block at its end is rendered again as text comes.

import { splitBlocks, type LastBlock } from './blocks.ts';
import { safeFragment } from './safe-fragment.ts';

export class GrowingMarkdown {
  readonly element: HTMLElement;
  private text = '';
  /** Where in the text the last block begins, and the elements it made. */
  private lastStart = 0;
  private lastNodes: ChildNode[] = [];
  private lastBlock: LastBlock | undefined;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** A text that does not go on where the last one ended is rendered from its beginning. */
  set(text: string): void {
    if (text === this.text) return;
    if (!text.startsWith(this.text)) this.clear();
    this.text = text;
    const split = splitBlocks(text.slice(this.lastStart));
    if (split === undefined) return;
    if (split.lastStart === 0 && this.growCode(split.last)) return;
    for (const node of this.lastNodes) node.remove();
    if (split.finished !== '') this.append(split.finished);
    this.lastStart += split.lastStart;
    this.lastNodes = this.append(split.last.html);
    this.lastBlock = split.last;
  }

  private clear(): void {
    this.element.replaceChildren();
    this.lastStart = 0;
    this.lastNodes = [];
    this.lastBlock = undefined;
  }

  /** True when the last block is the same code with more text behind it. */
  private growCode(next: LastBlock): boolean {
    const before = this.lastBlock;
    if (before?.kind !== 'code' || next.kind !== 'code' || !next.text.startsWith(before.text)) return false;
    const [node] = this.lastNodes;
    const code = node instanceof Element ? node.querySelector('code') : null;
    if (code === null || code.textContent !== before.text) return false;
    code.append(next.text.slice(before.text.length));
    this.lastBlock = next;
    return true;
  }

  private append(html: string): ChildNode[] {
    const fragment = safeFragment(html);
    const nodes = [...fragment.childNodes];
    this.element.append(fragment);
    return nodes;
  }
}
