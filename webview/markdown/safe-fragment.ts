// The second lock on what an answer becomes: whatever the renderer made, only these elements and attributes reach the page.
// The first is markdown.ts, which makes nothing else.

import createPurifier, { type Config } from 'dompurify';
import { isAllowedLink } from './links.ts';

const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li'],
    ...['strong', 'em', 's', 'a', 'code', 'pre', 'div', 'span', 'button'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: [
    ...['href', 'title', 'class', 'type', 'start', 'tabindex', 'aria-label', 'aria-hidden'],
    ...['data-code', 'data-language', 'data-picture'],
  ],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
} satisfies Config;

const purifier = createPurifier(window);
purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  if (attribute.attrName !== 'href') return;
  // Paths with a line such as `a.ts:12` look like a scheme to anybody else.
  if (isAllowedLink(attribute.attrValue)) attribute.forceKeepAttr = true;
  else attribute.keepAttr = false;
});

/** The nodes of some HTML, without whatever is not on the list. */
export function safeFragment(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
}
