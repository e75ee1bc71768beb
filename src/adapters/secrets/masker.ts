// Masks keys and tokens: secretlint's recommended preset beside a table of our own for what it misses (design 12). What
// was found is counted and forgotten; it is never logged.

import { addAll } from '../../base/add-all.ts';
import { isAborted, unlessAborted } from '../../base/abort.ts';
import type { Pace } from '../../base/pace.ts';
import type { Masked, SecretMasker } from '../../core/evidence/secrets.ts';
import { textPieces } from './pieces.ts';
import type { PresetLinter } from './preset-linter.ts';
import { createScan } from './scan.ts';
import { separateSpans, widenedSpans, withMasks, type Span } from './spans.ts';

export interface SecretMaskerOptions {
  readonly pace: Pace;
  /** Loads the preset when the first text needs it. When it rejects, our own table works alone from then on. */
  readonly loadPreset?: () => Promise<PresetLinter>;
  /** Characters of a piece; for tests. */
  readonly pieceLength?: number;
}

interface Scanning extends SecretMaskerOptions {
  readonly preset: () => Promise<PresetLinter | undefined>;
}

/** Shown to the preset on both sides of a piece, in characters: longer than what its rules match, key blocks apart. */
const presetMargin = 2048;
/** Where masks are, what begins this near may have become a secret; more than the longest value looked at. */
const neighbourhood = 4096;
const wordSign = /[\p{L}\p{N}_]/u;

const nothing: Masked = { text: '', count: 0 };

/**
 * The replacement is `[masked]`, never longer than the secret; everything else stays byte for byte, and masking twice is
 * masking once. Between two pieces it breathes and heeds the signal: a text of an aborted call comes back empty, so that
 * nothing unmasked leaves.
 */
export function createSecretMasker(options: SecretMaskerOptions): SecretMasker {
  let loaded: Promise<PresetLinter | undefined> | undefined;
  const preset = (): Promise<PresetLinter | undefined> => (loaded ??= loadedPreset(options));
  return { mask: (text, signal) => maskAll(text, { ...options, preset }, signal) };
}

/** Repeats until nothing is found: what stands beside a mask may look different without its neighbour. */
async function maskAll(text: string, scanning: Scanning, signal: AbortSignal): Promise<Masked> {
  let masked: Masked = { text, count: 0 };
  let ranges: readonly Span[] = [{ start: 0, end: text.length }];
  for (;;) {
    const spans = await secretSpans({ text: masked.text, ranges }, scanning, signal);
    if (isAborted(signal)) return nothing;
    if (spans.length === 0) return masked;
    const replaced = withMasks(masked.text, spans);
    masked = { text: replaced.text, count: masked.count + spans.length };
    ranges = widenedSpans(replaced.masks, neighbourhood, masked.text.length);
  }
}

interface Ranges {
  readonly text: string;
  readonly ranges: readonly Span[];
}

async function secretSpans(
  { text, ranges }: Ranges,
  scanning: Scanning,
  signal: AbortSignal,
): Promise<readonly Span[]> {
  const spans: Span[] = [];
  const scan = createScan(text);
  for (const range of ranges) {
    for (const piece of textPieces(text, range, scanning.pieceLength)) {
      if (isAborted(signal)) return [];
      const scanned = scan(piece);
      addAll(spans, scanned.spans);
      if (scanned.presetNeeded) addAll(spans, await presetSpans(text, piece, scanning.preset, signal));
      const turn = scanning.pace.breathe();
      if (turn !== undefined) await turn;
    }
  }
  return separateSpans(spans);
}

async function presetSpans(
  text: string,
  piece: Span,
  preset: Scanning['preset'],
  signal: AbortSignal,
): Promise<readonly Span[]> {
  const linter = await unlessAborted(preset(), signal);
  if (linter?.value === undefined) return [];
  const from = Math.max(0, piece.start - presetMargin);
  const to = Math.min(text.length, piece.end + presetMargin);
  // At a cut a rule cannot see that it stands inside a word, nor whether what it found goes on. The second is true of a
  // later piece's finding at most, and that piece asks again.
  const insideWord = from > 0 && wordSign.test(text.charAt(from - 1));
  const misread = ({ start, end }: Span): boolean =>
    (insideWord && start === from) || (start >= piece.end && end === to && to < text.length);
  try {
    const found = await linter.value.secrets(text.slice(from, to));
    return found
      .map(({ start, end }) => ({ start: start + from, end: end + from }))
      .filter((span) => !misread(span));
  } catch {
    // A rule that breaks costs its own findings, never the run (design 12); its message could hold what it found.
    return [];
  }
}

async function loadedPreset(options: SecretMaskerOptions): Promise<PresetLinter | undefined> {
  try {
    return options.loadPreset === undefined
      ? (await import('./preset-linter.ts')).createPresetLinter()
      : await options.loadPreset();
  } catch {
    // The preset is an addition: without its file the table still masks.
    return undefined;
  }
}
