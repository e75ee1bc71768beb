// A journal digest by rule: what was done, found out, went wrong, and is left.

import { utf8Length } from '../../base/code-points.ts';
import { decisiveErrorLine } from '../../core/evidence/error-lines.ts';
import { headingsFor } from '../../core/summary/purpose.ts';
import { gist, oneLine } from './gist.ts';
import { openWords, type Story } from './story.ts';

const mostBullets = 12;
const longestBullet = 240;
/** UTF-8 bytes of the bullets of one heading: four times this is less than a digest may have. */
const mostBytes = 4000;

export function digestOf(story: Story): string {
  const bullets: Readonly<Record<string, readonly string[]>> = {
    Done: story.exchanges
      .filter((exchange) => exchange.answers.length > 0)
      .map((exchange) => gist(exchange.answers.at(-1) ?? '', longestBullet)),
    Learned: story.facts.changedPaths.map((path) => `${path} ✎`),
    Surprised: story.exchanges.flatMap((exchange) =>
      exchange.actions
        .filter((action) => action.outcome === 'failed')
        .map((action) => oneLine(decisiveErrorLine(action.output) ?? '', longestBullet)),
    ),
    Unfinished: openWords(story) === '' ? [] : [gist(openWords(story), longestBullet)],
  };
  return headingsFor('digest')
    .map((heading) => `## ${heading}\n${rendered(bullets[heading] ?? [])}`)
    .join('\n\n');
}

/** The newest bullets that fit, in order. */
function rendered(bullets: readonly string[]): string {
  const all = [...new Set(bullets.map((bullet) => bullet.replaceAll('`', '').trim()))]
    .filter((bullet) => bullet !== '' && bullet !== 'none')
    .slice(-mostBullets);
  const kept: string[] = [];
  let room = mostBytes;
  for (const line of all.toReversed().map((bullet) => `- ${bullet}\n`)) {
    room -= utf8Length(line);
    if (room < 0) break;
    kept.unshift(line);
  }
  return kept.length === 0 ? '- none' : kept.join('').trimEnd();
}
