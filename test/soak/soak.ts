// Lets a person, a model and fate do anything to one session through many lives of the program, most of which end by a
// kill, and counts what must never happen.

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSetAside, segmentNumber } from '../../src/core/sessions/names.ts';
import { chance, type Chance } from '../support/any-model.ts';
import type { Loopback } from '../support/loopback/server.ts';
import { wireNames } from '../support/loopback/wire.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { anyAnswer } from './any-answer.ts';
import { Ledger } from './ledger.ts';
import { Living, pause } from './living.ts';
import type { News } from './messages.ts';

export interface SoakOptions {
  /** Turns that must have settled. */
  readonly turns: number;
  readonly seed: number;
  readonly root: string;
  /** The compiled life. */
  readonly program: string;
  /** For everything it makes; its caller removes it. */
  readonly folder: string;
  readonly server: Loopback;
  readonly say: (line: string) => void;
}

export interface SoakCounts {
  turns: number;
  kills: number;
  lost: number;
  doubled: number;
  orphans: number;
  loops: number;
  leftovers: number;
}

/** No turn of this model asks so often, unless something turns in a circle. */
const mostRequests = 150;
/** A life that neither rests nor tells anything for so long hangs. */
const hangMs = 60_000;
const restsWithin = 20_000;
const longestFault = 120;

export class Soak {
  readonly counts: SoakCounts = {
    ...{ turns: 0, kills: 0, lost: 0, doubled: 0, orphans: 0, loops: 0, leftovers: 0 },
  };
  /** What was compacted, how turns ended: a soak in which nothing happened proves nothing. */
  readonly tally = new Map<string, number>();
  private readonly faults = new Set<string>();
  private readonly options: SoakOptions;
  private readonly luck: Chance;
  private readonly ledger = new Ledger();
  private readonly workspace: string;
  private session = '';
  private lives = 0;
  private readonly said: string[] = [];
  private rests = true;
  private heardAt = Date.now();
  private requestsOfTurn = 0;
  private compactionsInARow = 0;
  private opened: () => void = () => undefined;
  /** News that is waited for, once so many of its kind have come. */
  private awaited: { readonly news: News['news']; after: number; readonly resolve: () => void } | undefined;

  constructor(options: SoakOptions) {
    this.options = options;
    this.luck = chance(seededRandom(options.seed));
    this.workspace = path.join(options.folder, 'workspace');
    const outside = path.join(options.folder, 'outside.txt');
    const model = chance(seededRandom(options.seed + 1_000_003));
    options.server.answersBy((question) => anyAnswer(question, { luck: model, outside }));
  }

  async play(): Promise<SoakCounts> {
    await mkdir(this.workspace);
    await writeFile(path.join(this.workspace, 'a.txt'), 'one line\n');
    await writeFile(path.join(this.workspace, 'README.md'), '# A place\n\none line\n');
    while (this.counts.turns < this.options.turns) await this.live(this.luck.is(0.85) ? 'kill' : 'close');
    await this.live('close');
    const names = await readdir(this.session);
    const sessions = await readdir(path.dirname(this.session));
    this.found('leftovers', [
      ...names.filter(isLeftOver),
      ...sessions.filter((name) => name.startsWith('.')),
    ]);
    return this.counts;
  }

  private async live(end: 'kill' | 'close'): Promise<void> {
    const { root, program, folder, server, seed } = this.options;
    const provider = this.luck.one(['anthropic', 'openai', 'openai-chat'] as const);
    const isOpen = new Promise<void>((resolve) => (this.opened = resolve));
    const birth = {
      ...{ root, session: this.session, workspace: this.workspace, provider },
      sessions: path.join(folder, 'sessions'),
      baseUrl: server.baseUrl(wireNames.find((name) => name === provider) ?? provider),
    };
    const mark = `${process.pid}-${seed}-${++this.lives}`;
    const life = new Living(program, birth, { mark, hear: (news) => this.hear(news) });
    await Promise.race([isOpen, life.ended()]);
    if (life.hasEnded()) throw new Error(`A life could not begin: ${life.complaints}`);
    await this.check();
    const deeds = 2 + this.luck.upTo(12);
    for (let deed = 0; deed < deeds && this.counts.turns < this.options.turns; deed++) {
      await this.deed(life);
      if (!life.hasEnded()) continue;
      throw new Error(`A life ended by itself: ${life.complaints}`);
    }
    if (end === 'kill') await this.killed(life);
    else await this.closed(life);
    this.found(
      'leftovers',
      (await life.leftovers()).map((id) => `process ${id}`),
    );
    const refused = server.take().flatMap(({ violations }) => violations);
    this.found(
      'orphans',
      refused.map((rule) => `a request breaks: ${rule}`),
    );
  }

  /** Something is under way when it happens: at any moment, or right behind something that was told. */
  private async killed(life: Living): Promise<void> {
    const { luck } = this;
    const behind = luck.one(['records', 'asked', 'compacted', 'settled', 'did'] as const);
    const told = new Promise<void>((resolve) => {
      this.awaited = { news: behind, after: luck.upTo(6), resolve };
    });
    if (luck.is(0.3)) void life.orders({ do: 'compact', tail: 'recent' });
    void this.says(life);
    await Promise.race([told, pause(luck.upTo(600))]);
    await pause(luck.is(0.5) ? 0 : luck.upTo(30));
    await life.killed();
    this.awaited = undefined;
    this.counts.kills++;
  }

  private async closed(life: Living): Promise<void> {
    await life.orders({ do: 'close' });
    await life.ended();
    if (life.complaints !== '') throw new Error(`A life complained: ${life.complaints}`);
  }

  private async deed(life: Living): Promise<void> {
    const { luck } = this;
    const roll = luck.upTo(100);
    if (roll < 60) await this.says(life);
    else if (roll < 64) await life.orders({ do: 'stop' });
    else if (roll < 72) await life.orders({ do: 'retry' });
    else if (roll < 76) await life.orders({ do: 'go-on' });
    else if (roll < 79) await life.orders({ do: 'compact', tail: luck.one(['recent', 'none']) });
    else if (roll < 81) await life.orders({ do: 'cancel' });
    else if (roll < 90) await life.orders({ do: 'pause', paused: luck.is(0.2) });
    else if (roll < 94) await this.takesBack(life);
    else await life.orders({ do: 'auto-on' });
    if (luck.is(0.7)) await this.untilRest(life);
    else await pause(luck.upTo(200));
  }

  private async says(life: Living): Promise<void> {
    const { luck } = this;
    const text = `Prompt ${this.said.length}. ${'Do this and that. '.repeat(luck.upTo(luck.is(0.05) ? 300 : 12))}`;
    this.said.push(text);
    this.ledger.says(text);
    const done = await life.orders({ do: 'say', text, whileBusy: luck.one(['steer', 'follow-up']) });
    if (done === true) this.ledger.confirmed(text);
  }

  private async takesBack(life: Living): Promise<void> {
    const text = this.said[this.said.length - 1 - this.luck.upTo(4)];
    if (text === undefined) return;
    this.ledger.leaves(text);
    const done = await life.orders({ do: 'remove', text });
    if (done === true) this.ledger.left(text);
    if (done === false) this.ledger.stays(text);
  }

  /** Not for ever: a command may take its time. */
  private async untilRest(life: Living): Promise<void> {
    const began = Date.now();
    await pause(5);
    while (!this.isResting() && !life.hasEnded() && Date.now() - began < restsWithin) {
      if (Date.now() - this.heardAt > hangMs) break;
      await pause(5);
    }
    if (this.isResting() || life.hasEnded()) return;
    this.count('slow', 1);
    await life.orders({ do: 'stop' });
    const stopped = Date.now();
    while (!this.isResting() && !life.hasEnded() && Date.now() - stopped < hangMs) await pause(5);
    if (!this.isResting() && !life.hasEnded())
      this.found('loops', [`life ${this.lives} does not come to rest`]);
  }

  private isResting(): boolean {
    return this.rests;
  }

  private hear(news: News): void {
    this.heardAt = Date.now();
    if (this.awaited?.news === news.news && this.awaited.after-- <= 0) this.awaited.resolve();
    if (news.news === 'open') {
      this.session = news.session;
      this.rests = true;
      this.requestsOfTurn = 0;
      this.compactionsInARow = 0;
      this.opened();
    }
    if (news.news === 'records') this.ledger.recorded(news.ids);
    if (news.news === 'rests') this.rests = news.rests;
    if (news.news === 'asked' && news.what === 'chat') {
      this.compactionsInARow = 0;
      if (++this.requestsOfTurn === mostRequests)
        this.found('loops', [`turn ${this.counts.turns} asks again and again`]);
    }
    if (news.news === 'compacted') {
      this.count(`compaction ${news.trigger} ${news.outcome}`, 1);
      const isAgain = news.trigger === 'auto' && news.outcome === 'applied' && ++this.compactionsInARow > 1;
      if (isAgain)
        this.found('loops', [`compacted again with no request between, turn ${this.counts.turns}`]);
    }
    if (news.news !== 'settled') return;
    this.counts.turns++;
    this.requestsOfTurn = 0;
    this.count(`turn ${news.outcome}`, 1);
    if (news.why.startsWith('Segue made a mistake')) throw new Error(news.why);
    if (this.counts.turns % 100 === 0)
      this.options.say(`${this.counts.turns} turns, ${this.counts.kills} kills`);
  }

  private async check(): Promise<void> {
    const { lost, doubled, orphans } = await this.ledger.check(this.session);
    this.found('lost', lost);
    this.found('doubled', doubled);
    this.found('orphans', orphans);
  }

  /** Each fault counts once, however often it is seen. */
  private found(what: Exclude<keyof SoakCounts, 'turns' | 'kills'>, found: readonly string[]): void {
    for (const one of found) {
      const fault = `${what}: ${one.slice(0, longestFault)}`;
      if (this.faults.has(fault)) continue;
      this.faults.add(fault);
      this.counts[what]++;
      this.options.say(`${fault} (life ${this.lives})`);
    }
  }

  private count(what: string, by: number): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + by);
  }
}

/** What a session that was closed in order may keep: records, sidecar, contents, measurements, what was set aside. */
function isLeftOver(name: string): boolean {
  if (segmentNumber(name) !== undefined || isSetAside(name)) return false;
  return !['session.json', 'telemetry.jsonl', 'artifacts'].includes(name);
}
