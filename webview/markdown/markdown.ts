// Markdown to HTML that is safe to put into the page: no raw HTML, no scheme that is not listed, no picture from anywhere.

import MarkdownIt, { type MarkdownIt as Reader, type Token } from 'markdown-it';
import { rowTexts } from '../texts/rows.ts';
import { isAllowedLink } from './links.ts';

export type MarkdownTokens = Token[];

/** The one reader of Markdown; it keeps no state between calls. */
export const markdown = createMarkdown();

export function renderTokens(tokens: MarkdownTokens): string {
  return markdown.renderer.render(tokens, markdown.options, {});
}

function createMarkdown(): Reader {
  const made = new MarkdownIt({ html: false, linkify: true });
  // `main.rs` is a file, not an address: only what begins like an address becomes one.
  made.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  made.validateLink = isAllowedLink;
  const { rules } = made.renderer;
  const codeBlock = (tokens: MarkdownTokens, index: number): string => {
    const token = tokens[index];
    return token === undefined ? '' : codeBlockHtml(made, token);
  };
  rules['fence'] = codeBlock;
  rules['code_block'] = codeBlock;
  rules['image'] = (tokens, index) => {
    const token = tokens[index];
    const source = String(token?.attrGet('src') ?? '');
    const label = token?.content === undefined || token.content === '' ? source : token.content;
    const { escapeHtml } = made.utils;
    return `<a href="${escapeHtml(source)}" data-picture>${escapeHtml(label)}</a>`;
  };
  rules['table_open'] = () => '<div class="table-box" tabindex="0"><table>';
  rules['table_close'] = () => '</table></div>';
  for (const name of ['th_open', 'td_open']) rules[name] = cellHtml;
  return made;
}

/** The page allows no style of its own on an element: alignment is a class. */
function cellHtml(tokens: MarkdownTokens, index: number): string {
  const token = tokens[index];
  const aligned = /^text-align:(center|right)$/.exec(String(token?.attrGet('style') ?? ''))?.[1];
  return `<${token?.tag ?? 'td'}${aligned === undefined ? '' : ` class="align-${aligned}"`}>`;
}

function codeBlockHtml(made: Reader, token: Token): string {
  const { escapeHtml } = made.utils;
  const language = /^[\w+#.-]{1,30}/.exec(token.info.trim())?.[0] ?? '';
  const actions = [
    ['copy', 'copy', rowTexts.copy],
    ['insert', 'insert', rowTexts.insert],
    ['open', 'go-to-file', rowTexts.openCode],
  ].map(
    ([action, icon, label]) =>
      `<button type="button" class="icon-button" data-code="${action}" aria-label="${label}" title="${label}">` +
      `<span class="codicon codicon-${icon}" aria-hidden="true"></span></button>`,
  );
  return (
    `<div class="code-block" data-language="${escapeHtml(language)}"><div class="code-bar">` +
    `<span class="code-language">${escapeHtml(language)}</span>${actions.join('')}</div>` +
    `<pre tabindex="0"><code>${escapeHtml(token.content)}</code></pre></div>`
  );
}
