// An earlier summary carried into a new one. One of our own form is merged heading by heading; any other is read by its
// own headings. A request it left open becomes an outcome once the story answers it.

import { isBareContinuation } from '../../core/evidence/facts/bare-continuation.ts';
import { headingsFor } from '../../core/summary/purpose.ts';
import { summarySections } from '../../core/summary/validate.ts';
import { addForeignSummary } from './foreign-summary.ts';
import { changeIn } from './file-lines.ts';
import { oneLine } from './gist.ts';
import type { Heading, LineList } from './lines.ts';
import { isLookingCommand } from './looking.ts';
import { questionMark, type Earlier } from './story-lines.ts';
import { commandLine, goesOn, takesUp, type Story } from './story.ts';

const headings: readonly string[] = headingsFor('continuation');
const longestOpenRequest = 600;
const carriedMark = 'Carried over:';

/** Adds the lines of an earlier summary, older than everything of the story. */
export function addPrevious(previous: string, story: Story, lines: LineList): Earlier {
  const bullets = bulletsOf(previous);
  if (bullets === undefined) return addForeignSummary(previous, story, lines);
  for (const bullet of bullets) addBullet(bullet, story, lines);
  const textsOf = (wanted: Heading): readonly string[] =>
    bullets.filter(({ heading }) => heading === wanted).map(({ text }) => text);
  const changes = textsOf('Relevant Files')
    .map(changeIn)
    .filter((change) => change !== undefined);
  const scopes = textsOf('Scope').map(scopeIn);
  return {
    scope: scopes.find((scope) => scope !== 'other') ?? scopes[0],
    openRequest: takesUp(story) ? openRequests(bullets).map(quotedRequest).join('\n') : '',
    lastOutcome: outcomeIn(textsOf('Work & Evidence').at(-1) ?? ''),
    changes: new Map(changes.map(({ path, times }) => [path, times])),
  };
}

export interface OpenRequest {
  readonly words: string;
  /** They are the person's own, as a quotation; else a summariser's. */
  readonly isExact: boolean;
}

/** Each request a summary leaves open, once, quotation marks taken off; none for a foreign summary. */
export function openRequestsOf(summary: string): readonly OpenRequest[] {
  const bullets = new Set(openRequests(bulletsOf(summary) ?? []));
  const requests = [...bullets].map((bullet) => ({
    words: quotedRequest(bullet),
    isExact: /^“|^\s*>/m.test(bullet),
  }));
  return requests.filter(
    ({ words }, place) => requests.findIndex((other) => other.words === words) === place,
  );
}

/** The orders of an earlier summary: its next steps, and a request the host carried over. */
function openRequests(bullets: readonly Bullet[]): readonly string[] {
  return bullets
    .filter(({ heading, text }) => heading === 'Next Steps' || /^Carried over:\s*>/.test(text))
    .map(({ text }) => text);
}

interface Bullet {
  readonly heading: Heading;
  /** With the lines that belong to it. */
  readonly text: string;
}

function addBullet({ heading, text }: Bullet, story: Story, lines: LineList): void {
  switch (heading) {
    case 'Scope':
      // One of our own form grows with the story.
      if (scopeIn(text) === 'other') lines.add(heading, text, { must: true, rank: 0 });
      break;
    case 'Constraints & Preferences':
      lines.add(heading, text, { must: true, rank: 0 });
      break;
    case 'Open Questions & Risks':
      addOpenPoint(text, story, lines);
      break;
    case 'Relevant Files': {
      const change = changeIn(text);
      if (change === undefined) lines.add(heading, text, { rank: 0 });
      else if (!story.facts.changedPaths.includes(change.path))
        lines.add(heading, text, { must: true, rank: 0 });
      break;
    }
    case 'Next Steps':
      addOpenRequest(text, story, lines);
      break;
    default:
      if (text.startsWith(carriedMark)) addCarried(heading, text, { story, lines });
      else lines.add(heading, text, { rank: 0 });
  }
}

/** What the host carried over for another model: a request is as open as any, a failure a risk, a file stays. */
function addCarried(
  heading: Heading,
  text: string,
  { story, lines }: { readonly story: Story; readonly lines: LineList },
): void {
  const carried = text.slice(carriedMark.length).trim();
  const failure = /^last failing command: (.+?)(?= →|$)(.*)$/s.exec(carried);
  if (carried.startsWith('>')) addOpenRequest(carried, story, lines);
  else if (failure !== null) addOpenPoint(`✗ \`${failure[1] ?? ''}\`${failure[2] ?? ''}`, story, lines);
  else if (!story.facts.changedPaths.some((path) => carried === `changed ${path}`))
    lines.add(heading, text, { must: true, rank: 0 });
}

/** The first request in a scope of our own form. */
function scopeIn(text: string): { readonly first: string } | 'other' {
  const first = /^“.*?”(?= … “|$)/s.exec(text)?.[0];
  return first === undefined ? 'other' : { first };
}

/** What a line of work of our own form tells behind its request and before its deeds. */
function outcomeIn(text: string): string {
  return /^“.*?” [→⋯] (.*)$/s.exec(text)?.[1]?.replace(/ — .*$/s, '') ?? text;
}

/** A failed command is no risk of old once it ran again, and a question is none once the person went on. */
function addOpenPoint(text: string, story: Story, lines: LineList): void {
  if (text.startsWith(questionMark) && story.exchanges.some(({ request }) => request !== '')) return;
  const command = /^✗ `(.+?)`(?= →| —|$)/.exec(text)?.[1];
  if (command !== undefined && (ranAgain(command, story) || isOutdated(command, story))) return;
  const isLast = command !== undefined && story.facts.failedCommand === null;
  lines.add(
    'Open Questions & Risks',
    text,
    isLast ? { must: true, rank: 0 } : { rank: command === undefined ? 0 : 1 },
  );
}

/** Looking in vain matters only until something else fails. */
function isOutdated(command: string, story: Story): boolean {
  return story.facts.failedCommand !== null && isLookingCommand(command);
}

function ranAgain(command: string, story: Story): boolean {
  return story.exchanges.some(({ actions }) =>
    actions.some(
      (action) =>
        (action.outcome === 'done' || action.outcome === 'failed') &&
        action.command !== undefined &&
        oneLine(commandLine(action.command), 200) === oneLine(command, 200),
    ),
  );
}

/**
 * A request that is still worked on stays the next step. Once the person went on to something else it is open, if work at
 * the beginning of the story did not belong to it.
 */
function addOpenRequest(text: string, story: Story, lines: LineList): void {
  if (isWorkedOn(story)) {
    // Of those that only say to go on the newest is enough.
    if (goesOn(story) || !isBareContinuation(quotedRequest(text)))
      lines.add('Next Steps', text, { must: true, rank: 0 });
  } else if (!takesUp(story)) {
    const request = oneLine(quotedRequest(text), longestOpenRequest);
    const context = / ← .*$/m.exec(text)?.[0] ?? '';
    lines.add('Open Questions & Risks', `“${request}” → ?${context}`, { rank: 1 });
  }
}

/** Whether nothing the story tells has settled what was open before it. */
function isWorkedOn(story: Story): boolean {
  const { exchanges, facts } = story;
  if (facts.earlierRequests > 0) return true;
  if (goesOn(story)) return exchanges.length === 1 && exchanges[0]?.isSettled === false;
  const said = exchanges.reduce((sum, { requests }) => sum + requests.length, 0);
  return takesUp(story) && facts.openRequests >= said;
}

/** The words of an open request: quoted lines, else what stands between quotation marks, else the bullet. */
function quotedRequest(bullet: string): string {
  const lines = bullet.split('\n').filter((line) => /^\s*>/.test(line));
  if (lines.length > 0)
    return lines
      .map((line) => line.replace(/^\s*> ?/, ''))
      .join('\n')
      .trim();
  return (/^“(.*)”(?: ← .*)?$/s.exec(bullet)?.[1] ?? bullet).trim();
}

/** The bullets of a summary with exactly our headings; undefined for any other. */
function bulletsOf(summary: string): readonly Bullet[] | undefined {
  const sections = summarySections(summary);
  if (!headings.every((heading) => sections.some((section) => section.heading === heading))) return undefined;
  const bullets: Bullet[] = [];
  for (const { heading, lines } of sections) {
    if (!headings.includes(heading)) continue;
    for (const text of bulletTexts(lines)) bullets.push({ heading: heading as Heading, text });
  }
  return bullets;
}

/** An item of a list, whatever its mark, with the lines that belong to it. */
function bulletTexts(lines: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const mark = /^(?:[-*+•]|\d{1,3}[.)]) /.exec(line)?.[0];
    if (mark !== undefined) texts.push(line.slice(mark.length));
    else if (line.trim() !== '' && line.trim() !== '(none)') {
      texts.push(texts.length === 0 ? line.trim() : `${texts.pop() ?? ''}\n${line}`);
    }
  }
  return texts;
}
