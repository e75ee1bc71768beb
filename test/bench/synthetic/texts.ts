// The words and lines of synthetic sessions: prose, code, logs, JSON, diffs, in Latin script and in CJK. Everything
// follows from the random numbers given, so the same seed makes the same text.

import { gibberish } from '../../support/fake-secrets.ts';

export type Script = 'latin' | 'cjk';

export type OutputKind = 'log' | 'json' | 'code' | 'diff';

/** Lines of each kind are made once and drawn from then on: a session repeats itself as real ones do. */
const poolSize = 600;

const latinWords =
  'the a of to in for with when each before after record segment request answer parser budget window token queue lock file path test suite build cache worker stream retry error value result option default session order merge branch commit index buffer table row column field schema type check limit offset cursor page render update remove insert keep drop move copy read write open close begin end first last next empty missing wrong slow fast small large same other new old only never always because although whether'.split(
    ' ',
  );

const cjkSigns =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处理世车のはをにがでともするこのためかられる記録要求応答設定変更失敗成功確認実行検索更新削除追加読込書込';

const paths = [
  'src/store/segment-log.ts',
  'src/store/repair.ts',
  'src/parser/lexer.rs',
  'lib/http/router.py',
  'test/unit/router_test.py',
  'packages/ui/src/panel.tsx',
  'docs/guide/setup.md',
  'cmd/server/main.go',
];

const errorLine = 'AssertionError [ERR_ASSERTION]: expected 42 to equal 41';

export class TextSource {
  private readonly random: () => number;
  private readonly sentences: Readonly<Record<Script, readonly string[]>>;
  private readonly lines: Readonly<Record<OutputKind, readonly string[]>>;
  private readonly cjkLines: readonly string[];

  constructor(random: () => number) {
    this.random = random;
    this.sentences = {
      latin: this.pool(() => this.latinSentence()),
      cjk: this.pool(() => this.cjkSentence()),
    };
    this.lines = {
      log: this.pool(() => this.logLine()),
      json: this.pool(() => this.jsonLine()),
      code: this.pool(() => this.codeLine()),
      diff: this.pool(() => this.diffLine()),
    };
    this.cjkLines = this.pool(() => `${this.time()} ${this.cjkSentence()}`);
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  path(): string {
    return this.pick(paths);
  }

  /** Sentences of about `length` UTF-16 units. */
  prose(length: number, script: Script): string {
    return this.filled(this.sentences[script], length, script === 'cjk' ? '' : ' ');
  }

  /** Lines of about `length` UTF-16 units, as a tool prints them. A failing one ends in an error and its status. */
  output(
    kind: OutputKind,
    length: number,
    how: { readonly script: Script; readonly fails: boolean },
  ): string {
    const text = this.filled(how.script === 'cjk' ? this.cjkLines : this.lines[kind], length, '\n');
    const secret = this.chance(0.01) ? `\nDEPLOY_TOKEN=${gibberish(40, { seed: this.between(1, 9) })}` : '';
    return how.fails ? `${text}${secret}\n${errorLine}\nexit code 1` : `${text}${secret}`;
  }

  private filled(pool: readonly string[], length: number, between: string): string {
    const parts: string[] = [];
    for (let size = 0; size < length;) {
      const part = this.pick(pool);
      parts.push(part);
      size += part.length + between.length;
    }
    return parts.join(between);
  }

  private pool(make: () => string): readonly string[] {
    return Array.from({ length: poolSize }, make);
  }

  private words(count: number): string {
    return Array.from({ length: count }, () => this.pick(latinWords)).join(' ');
  }

  private latinSentence(): string {
    const words = this.words(this.between(6, 18));
    const code = this.chance(0.2) ? ` \`${this.path()}\`` : '';
    // Typographic signs, as models write them, make a text wider in memory.
    const aside = this.chance(0.1) ? ' → done' : '';
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}${code}${aside}.`;
  }

  private cjkSentence(): string {
    const signs = Array.from({ length: this.between(12, 36) }, () =>
      cjkSigns.charAt(this.between(0, cjkSigns.length - 1)),
    );
    return `${signs.join('')}${this.chance(0.2) ? this.path() : ''}。`;
  }

  private time(): string {
    return `2026-11-30T12:${this.twoDigits()}:${this.twoDigits()}.${this.between(100, 999)}Z`;
  }

  private twoDigits(): string {
    return String(this.between(0, 59)).padStart(2, '0');
  }

  private logLine(): string {
    const level = this.pick(['INFO ', 'INFO ', 'INFO ', 'DEBUG', 'WARN ', 'ERROR']);
    return `${this.time()} ${level} [${this.pick(latinWords)}] ${this.words(this.between(3, 9))} in ${this.path()}:${this.between(1, 900)} (${this.between(1, 4000)} ms)`;
  }

  private jsonLine(): string {
    const id = this.between(1000, 99_999);
    return `  {"id": ${id}, "name": "${this.words(2)}", "path": "${this.path()}", "sizes": [${id}, ${this.between(0, 99)}], "ok": ${String(this.chance(0.9))}},`;
  }

  private codeLine(): string {
    const [one, other] = [this.pick(latinWords), this.pick(latinWords)];
    return this.pick([
      `  const ${one} = await ${other}.read("${this.path()}", { limit: ${this.between(1, 500)} });`,
      `  if (${one}.length > ${this.between(1, 99)} && !${other}.done) return ${other}?.next() ?? null;`,
      `    // ${this.words(this.between(4, 12))}`,
      `export function ${one}(${other}: readonly string[]): string {`,
      '  }',
      '',
    ]);
  }

  private diffLine(): string {
    if (this.chance(0.06)) return `@@ -${this.between(1, 400)},7 +${this.between(1, 400)},9 @@`;
    return `${this.pick(['+', '-', ' ', ' '])}${this.codeLine()}`;
  }
}
