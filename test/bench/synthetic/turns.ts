// Turns of a synthetic session, before they take the form of any file: what was asked, thought, called, returned, said.

import type { JsonObject } from '../../../src/base/json.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { TextSource, type OutputKind, type Script } from './texts.ts';

/** What a session is made of: everything, ASCII only, or CJK only. */
export type Mix = 'mixed' | 'ascii' | 'cjk';

export interface SyntheticCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly output: string;
  readonly isError: boolean;
}

export interface SyntheticStep {
  readonly thought: string | undefined;
  readonly remark: string | undefined;
  readonly calls: readonly SyntheticCall[];
}

export interface SyntheticTurn {
  readonly prompt: string;
  readonly steps: readonly SyntheticStep[];
  readonly answer: string;
}

/** Turns without end; the same seed and mix give the same ones. */
export function* syntheticTurns(seed: number, mix: Mix): Generator<SyntheticTurn, never> {
  const texts = new TextSource(seededRandom(seed));
  for (;;) {
    const script = mix === 'cjk' || (mix === 'mixed' && texts.chance(0.15)) ? 'cjk' : 'latin';
    const turn = turnOf(texts, script);
    yield mix === 'ascii' ? asciiOnly(turn) : turn;
  }
}

function turnOf(texts: TextSource, script: Script): SyntheticTurn {
  const steps = Array.from({ length: texts.between(1, 8) }, () => stepOf(texts, script));
  const rule = texts.chance(0.05) ? ' Never change the public interface of the store.' : '';
  return {
    prompt: texts.prose(texts.between(60, 700), script) + rule,
    steps,
    answer: texts.prose(texts.between(300, 2000), script),
  };
}

function stepOf(texts: TextSource, script: Script): SyntheticStep {
  return {
    thought: texts.chance(0.4) ? texts.prose(texts.between(200, 1200), script) : undefined,
    remark: texts.chance(0.6) ? texts.prose(texts.between(60, 300), script) : undefined,
    calls: Array.from({ length: texts.chance(0.15) ? texts.between(2, 4) : 1 }, () => callOf(texts, script)),
  };
}

function callOf(texts: TextSource, script: Script): SyntheticCall {
  const fails = texts.chance(0.08);
  const output = (kind: OutputKind): string => texts.output(kind, outputLength(texts), { script, fails });
  const isError = fails;
  const file_path = texts.path();
  switch (texts.between(1, 6)) {
    case 1:
    case 2:
      return { tool: 'Read', input: { file_path, limit: 400 }, output: output('code'), isError };
    case 3:
      return {
        tool: 'Edit',
        input: {
          file_path,
          old_string: texts.output('code', texts.between(80, 900), { script: 'latin', fails: false }),
          new_string: texts.output('code', texts.between(80, 1500), { script: 'latin', fails: false }),
        },
        output: texts.output('diff', texts.between(200, 2500), { script, fails }),
        isError,
      };
    case 4:
      return {
        tool: 'Fetch',
        input: { url: `https://example.com/${file_path}` },
        output: output('json'),
        isError,
      };
    default:
      return { tool: 'Bash', input: { command: `npm test -- ${file_path}` }, output: output('log'), isError };
  }
}

/** Most outputs are short, a few are huge: about 7 KB on average. */
function outputLength(texts: TextSource): number {
  const place = texts.between(1, 100);
  if (place <= 60) return texts.between(200, 3000);
  if (place <= 85) return texts.between(3000, 10_000);
  return place <= 98 ? texts.between(10_000, 40_000) : texts.between(40_000, 180_000);
}

/** Every other sign becomes a question mark; the structure stays. */
function asciiOnly(turn: SyntheticTurn): SyntheticTurn {
  return JSON.parse(JSON.stringify(turn).replace(/[^\x00-\x7f]/g, '?')) as SyntheticTurn;
}
