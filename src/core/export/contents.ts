// What stands in an export: texts read whole and with secrets masked, images from their artifacts. It counts what was
// masked and remembers what was missing; where things go is the business of each format.

import { wellFormed } from '../../base/code-points.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../base/json.ts';
import { wellFormedJson } from '../../base/well-formed-json.ts';
import type { SecretMasker } from '../evidence/secrets.ts';
import { storedText, type ArtifactReader, type MediaPart, type StoredText } from '../transcript/parts.ts';
import type { RecordOf } from '../transcript/record.ts';

/** One for a whole export, so that its counts are those of the export. */
export class ExportContents {
  /** How many secrets were masked so far. */
  masked = 0;
  private readonly artifacts: ArtifactReader;
  private readonly masker: SecretMasker;
  private readonly signal: AbortSignal;
  private readonly missing = new Set<string>();

  /** After an abort texts come back empty: whoever asks must stop then. */
  constructor(
    from: { readonly artifacts: ArtifactReader; readonly masker: SecretMasker },
    signal: AbortSignal,
  ) {
    this.artifacts = from.artifacts;
    this.masker = from.masker;
    this.signal = signal;
  }

  /** Names of artifacts that are gone or damaged. */
  get missingArtifacts(): readonly string[] {
    return [...this.missing];
  }

  /** The text as it may leave, well-formed. */
  async text(text: string): Promise<string> {
    if (text === '') return text;
    const { text: safe, count } = await this.masker.mask(wellFormed(text), this.signal);
    this.masked += count;
    return safe;
  }

  /** The whole of a text that is kept in an artifact; its beginning, which says so, when the artifact is gone. */
  async stored(part: StoredText): Promise<string> {
    return this.text(await this.wholeOf(part));
  }

  /** The bytes of a medium as base64; undefined when only a path is known or the artifact is gone. */
  async base64(part: MediaPart): Promise<string | undefined> {
    if (part.artifact === undefined) return undefined;
    const bytes = await this.artifacts.base64(part.artifact);
    if (bytes === undefined) this.missing.add(part.artifact);
    return bytes;
  }

  /** The arguments of a call as an object, as every service wants them: any other value stands under `input`. */
  async callInput(call: RecordOf<'tool-call'>): Promise<JsonObject> {
    const { input, storedInput } = call;
    const text = storedInput === undefined ? undefined : await this.wholeOf(storedInput);
    // An artifact that is gone leaves the beginning of the JSON text, which is no JSON any more.
    const value = text === undefined ? input : (parseJson(text) ?? text);
    const safe = await this.json(wellFormedJson(value));
    if (isJsonObject(safe)) return safe;
    return safe === null ? {} : { input: safe };
  }

  /**
   * Masks every string by itself, then the whole: a secret may be told by its key alone. Should the second mask ever
   * break the structure, the strings are masked all the same.
   */
  private async json(value: Json): Promise<Json> {
    const strings = await this.strings(value);
    const { text, count } = await this.masker.mask(JSON.stringify(strings), this.signal);
    if (count === 0) return strings;
    const masked = parseJson(text);
    if (masked === undefined) return strings;
    this.masked += count;
    return masked;
  }

  private async strings(value: Json): Promise<Json> {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) {
      const items: Json[] = [];
      for (const item of value as readonly Json[]) items.push(await this.strings(item));
      return items;
    }
    if (!isJsonObject(value)) return value;
    const entries: [string, Json][] = [];
    for (const [key, item] of Object.entries(value)) entries.push([key, await this.strings(item)]);
    return Object.fromEntries(entries);
  }

  private async wholeOf(part: StoredText): Promise<string> {
    const whole = await this.artifacts.text(part.artifact);
    if (whole !== undefined) return whole;
    this.missing.add(part.artifact);
    return storedText(part, this.artifacts);
  }
}
