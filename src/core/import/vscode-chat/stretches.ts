// The response of one request, cut where a tool was invoked: each stretch is what the assistant said or thought, and the
// invocation that followed. References to files and symbols, which the editor keeps as parts, are put back in words.

import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import { leftoverOf } from '../leftover.ts';
import { responsePart, textValue, type ResponsePart } from './export.ts';
import { pathOf } from './results.ts';

export interface Invocation {
  readonly part: ResponsePart;
  readonly value: JsonObject;
}

export interface Stretch {
  /** In the order they came. */
  readonly said: readonly { readonly kind: 'text' | 'thinking'; readonly text: string }[];
  /** Parts with no visible meaning of their own. */
  readonly hidden: readonly Json[];
  /** The parts `said` was made of. */
  readonly spoken: readonly Json[];
  readonly edited: readonly string[];
  /** Undefined for the last stretch. */
  readonly invocation: Invocation | undefined;
}

/** The stretches of a response, and the invocations its sub-agents made, which stand apart. */
interface CutResponse {
  readonly stretches: readonly Stretch[];
  readonly ofSubAgents: readonly Invocation[];
}

export function cutResponse(response: readonly Json[]): CutResponse {
  const stretches: Stretch[] = [];
  const ofSubAgents: Invocation[] = [];
  let open = new OpenStretch();
  for (const value of response) {
    if (!isJsonObject(value)) {
      open.takePlain(value);
      continue;
    }
    const part = responsePart(value);
    if (part.kind !== 'toolInvocationSerialized') open.take(part, value);
    else if (part.subAgentInvocationId !== undefined || part.fromSubAgent === true)
      ofSubAgents.push({ part, value });
    else {
      stretches.push(open.close({ part, value }));
      open = new OpenStretch();
    }
  }
  stretches.push(open.close(undefined));
  return { stretches, ofSubAgents };
}

/** The stretch's parts without what the drafts carry: of a single Markdown part all but its words. */
export function stretchLeftovers(stretch: Stretch, said: string): readonly Json[] {
  const [only, ...others] = stretch.spoken;
  const isCarried =
    others.length === 0 && isJsonObject(only) && only['kind'] === undefined && only['value'] === said;
  const spoken = isCarried ? [leftoverOf(only, ['value'])] : stretch.spoken;
  return [...spoken.flatMap((part) => part ?? []), ...stretch.hidden];
}

class OpenStretch {
  private readonly said: { kind: 'text' | 'thinking'; text: string }[] = [];
  private readonly hidden: Json[] = [];
  private readonly spoken: Json[] = [];
  private readonly edited: string[] = [];

  take(part: ResponsePart, value: JsonObject): void {
    const text = part.kind === 'thinking' ? thinkingText(part.value) : visibleText(part);
    if (text === undefined) {
      this.hidden.push(value);
      const isEdit = part.kind === 'textEditGroup' || part.kind === 'notebookEditGroup';
      const path = isEdit ? pathOf(part.uri) : undefined;
      if (path !== undefined) this.edited.push(path);
      return;
    }
    this.say(part.kind === 'thinking' ? 'thinking' : 'text', text);
    this.spoken.push(value);
    const rest =
      part.kind === undefined ? leftoverOf(value, { keys: ['value'], read: { value: text } }) : value;
    if (rest !== undefined) this.hidden.push(rest);
  }

  /** A part that is no object: a text, or nothing known. */
  takePlain(value: Json): void {
    if (typeof value === 'string') {
      this.say('text', value);
      this.spoken.push(value);
    } else this.hidden.push(value);
  }

  close(invocation: Invocation | undefined): Stretch {
    const { said, hidden, spoken, edited } = this;
    return { said, hidden, spoken, edited, invocation };
  }

  /** Neighbouring texts are pieces of one text. */
  private say(kind: 'text' | 'thinking', text: string): void {
    if (text === '') return;
    const last = this.said.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.said.push({ kind, text });
  }
}

function visibleText(part: ResponsePart): string | undefined {
  switch (part.kind) {
    case undefined:
      return textValue(part.value);
    case 'markdownContent':
    case 'markdownVuln':
      return textValue(part.content) ?? textValue(part.value);
    case 'inlineReference':
      return referenceText(part);
    default:
      return undefined;
  }
}

function thinkingText(value: Json | undefined): string {
  if (!Array.isArray(value)) return textValue(value) ?? '';
  return (value as readonly Json[]).map((item) => textValue(item) ?? '').join('');
}

/** The name of a symbol, or the last part of a path, in backticks as the model wrote it. */
function referenceText(part: ResponsePart): string | undefined {
  const reference = part.inlineReference;
  if (reference === undefined) return undefined;
  const location = isJsonObject(reference['location']) ? reference['location'] : reference;
  const path = pathOf(location['uri'] ?? location);
  const name =
    part.name ?? textValue(reference['name']) ?? path?.split(/[\\/]/).findLast((piece) => piece !== '');
  return name === undefined ? undefined : `\`${name}\``;
}
