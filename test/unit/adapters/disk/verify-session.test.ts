// What verifying a session folder finds, one fault at a time, and that it changes nothing.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { verifySessionFolder } from '../../../../src/adapters/disk/verify-session.ts';
import type { Problem, Verification } from '../../../../src/core/sessions/verification.ts';
import { encodeLine } from '../../../../src/core/sessions/segment-encoding.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { aborted, errorOf, never, valueOf } from '../../../support/expect.ts';
import { sampleRecords, sampleRotation } from '../../../support/rotation-sample.ts';

const first = 'segment-0001.jsonl';
const second = 'segment-0002.jsonl';

/** A session of two segments with an artifact, closed and without a fault. */
async function session(): Promise<{ computer: MemoryComputer; path: string }> {
  const computer = new MemoryComputer();
  const handle = valueOf(await computer.store().create({ name: 'Verified' }, never));
  valueOf(await handle.write.append(sampleRecords(), never));
  valueOf(await handle.write.rotate(sampleRotation(sampleRecords()), never));
  const large: TranscriptRecord = {
    kind: 'assistant',
    id: 'large',
    turn: 3,
    at: 'now',
    content: [{ type: 'text', text: 'z'.repeat(300_000) }],
  };
  valueOf(await handle.write.append([large], never));
  await handle.close();
  return { computer, path: handle.path };
}

async function verify(computer: MemoryComputer, path: string): Promise<Verification> {
  const before = computer.disk.snapshot();
  const verified = valueOf(await verifySessionFolder(computer.ports(), path, never));
  assert.deepEqual(computer.disk.snapshot(), before);
  return verified;
}

interface Fault {
  readonly what: string;
  readonly file: string;
  readonly edit?: (text: string) => string;
  readonly found: readonly (Omit<Problem, 'problem'> & { readonly problem: RegExp })[];
}

const faults: readonly Fault[] = [
  {
    what: 'a damaged line',
    file: first,
    edit: (text) => text.replace('"id":"r5"', '"id":5005'),
    found: [{ file: first, line: 6, problem: /assistant\.id/, kept: first }],
  },
  {
    what: 'a torn end',
    file: second,
    edit: (text) => `${text}{"kind":"as`,
    found: [{ file: second, problem: /unfinished/, kept: second }],
  },
  {
    what: 'a missing line end',
    file: second,
    edit: (text) => text.slice(0, -1),
    found: [{ file: second, problem: /no line end/, kept: second }],
  },
  {
    what: 'a rotation that was not committed',
    file: second,
    edit: (text) => text + encodeLine({ kind: 'finalized', at: 'then', cut: null }),
    found: [{ file: second, problem: /not committed/, kept: second }],
  },
  {
    what: 'an earlier segment that is not finalized',
    file: first,
    edit: (text) => text.replace(/\{"kind":"finalized".*\n/, ''),
    found: [{ file: first, problem: /no finalized line/, kept: first }],
  },
  {
    what: 'a cut that is none of the records',
    file: first,
    edit: (text) => text.replace('"cut":"r7"', '"cut":"r99"'),
    found: [{ file: first, problem: /cut r99/, kept: first }],
  },
  {
    what: 'a header with another number',
    file: second,
    edit: (text) => text.replace('"segment":2', '"segment":3'),
    found: [{ file: second, problem: /segment 3/, kept: second }],
  },
  {
    what: 'a result without its call',
    file: second,
    edit: (text) =>
      text
        .replace('"id":"r16"', '"id":"r16b"')
        .replace(/"callId":"call-3"(?=[^\n]*"content")/, '"callId":"gone"'),
    found: [
      { file: second, problem: /r16b .* no call/, kept: second },
      { file: second, problem: /r16b says it was copied/, kept: second },
    ],
  },
  {
    what: 'a copy that is not its original',
    file: second,
    edit: (text) => text.replace('Read it.', 'Delete it.'),
    found: [{ file: second, problem: /r7 is not what it was in segment 1/, kept: second }],
  },
  {
    what: 'an id that is used again',
    file: second,
    edit: (text) => text + encodeLine({ ...sampleRecords()[0]!, turn: 4 }),
    found: [{ file: second, problem: /id r1 is used/, kept: second }],
  },
  {
    what: 'a summary in the middle',
    file: second,
    edit: (text) => text + encodeLine({ ...sampleRotation(sampleRecords()).summary, id: 'again' }),
    found: [{ file: second, problem: /summary again is not the first/, kept: second }],
  },
  {
    what: 'a missing segment',
    file: first,
    found: [
      { file: first, problem: /missing/, kept: null },
      ...['r7', 'r8', 'r9', 'r10', 'r11', 'r4', 'r12', 'r13', 'r14', 'r15', 'r16'].map((id) => ({
        file: second,
        problem: new RegExp(`${id} says it was copied from segment 1`),
        kept: second,
      })),
      { file: 'session.json', problem: /counts 3 .*hold 0/, kept: 'session.json' },
    ],
  },
  {
    what: 'a segment the sidecar does not name',
    file: 'segment-0003.jsonl',
    edit: () => 'anything',
    found: [{ file: 'segment-0003.jsonl', problem: /does not name/, kept: 'segment-0003.jsonl' }],
  },
  {
    what: 'an unfinished file',
    file: 'session.json.12ab.tmp',
    edit: () => '{',
    found: [{ file: 'session.json.12ab.tmp', problem: /unfinished file/, kept: 'session.json.12ab.tmp' }],
  },
  {
    what: 'a prompt index that points beside its record',
    file: 'session.json',
    edit: (text) => text.replace(/"record":"r7","offset":\d+/, '"record":"r7","offset":3'),
    found: [{ file: 'session.json', problem: /turn 2 is not where/, kept: 'session.json' }],
  },
  {
    what: 'a prompt that is waiting although it is recorded',
    file: 'session.json',
    edit: (text) => text.replace('"outbox":[]', '"outbox":[{"id":"r16","text":"x","at":"y"}]'),
    found: [{ file: 'session.json', problem: /recorded already/, kept: 'session.json' }],
  },
  {
    what: 'a missing sidecar',
    file: 'session.json',
    found: [{ file: 'session.json', problem: /missing/, kept: null }],
  },
  {
    what: 'a damaged sidecar',
    file: 'session.json',
    edit: (text) => text.slice(0, 40),
    found: [{ file: 'session.json', problem: /not a JSON object/, kept: 'session.json' }],
  },
];

describe('verifying a session folder', () => {
  it('finds nothing in one that is well', async () => {
    const { computer, path } = await session();
    assert.deepEqual(await verify(computer, path), { ok: true, problems: [], settled: [] });
  });

  for (const { what, file, edit, found } of faults) {
    it(`finds ${what}, and nothing else`, async () => {
      const { computer, path } = await session();
      const target = join(path, file);
      if (edit === undefined) computer.disk.delete(target);
      else {
        const there = Object.keys(computer.disk.snapshot(path)).includes(target);
        const text = there ? computer.disk.text(target) : '';
        assert.notEqual(edit(text), text);
        computer.disk.put(target, edit(text));
      }
      const { ok, problems } = await verify(computer, path);
      assert.equal(ok, false);
      assert.deepEqual(
        problems.map(({ file: at, line, kept }) => ({ file: at, line, kept })),
        found.map(({ file: at, line, kept }) => ({ file: at, line, kept })),
        JSON.stringify(problems),
      );
      problems.forEach((problem, place) => assert.match(problem.problem, found[place]!.problem));
    });
  }

  it('finds an artifact that is damaged or missing, and who needs it', async () => {
    for (const how of ['damaged', 'missing'] as const) {
      const { computer, path } = await session();
      const artifact = Object.keys(computer.disk.snapshot(path)).find((file) =>
        file.includes('/artifacts/'),
      )!;
      if (how === 'missing') computer.disk.delete(artifact);
      else computer.disk.put(artifact, 'other');
      const { problems } = await verify(computer, path);
      const name = artifact.slice(path.length + 1);
      const itself = { file: name, problem: 'the content is not what the name says', kept: name };
      const user = problems.find((problem) => problem.file === second);
      assert.match(user?.problem ?? '', /refers to the artifact [0-9a-f]{64}, which is missing or damaged/);
      assert.deepEqual(
        problems.filter((problem) => problem !== user),
        how === 'damaged' ? [itself] : [],
      );
    }
  });

  it('tells of bytes set aside and of accepted damage without calling them problems', async () => {
    const { computer, path } = await session();
    const file = join(path, second);
    computer.disk.put(file, computer.disk.text(file).replace('"id":"r12"', '"id":12') + '{"torn');
    const handle = valueOf(await computer.store().open(path, 'write', never));
    const acceptedDamage = handle.active().damage.map((line) => line.hash);
    valueOf(await handle.write.update({ acceptedDamage }, never));
    await handle.close();
    const { ok, settled } = await verify(computer, path);
    assert.equal(ok, true);
    assert.deepEqual(
      settled.map(({ file: at, line, kept }) => [at, line, kept]),
      [
        [`${second}.torn-1`, undefined, `${second}.torn-1`],
        [second, 9, second],
      ],
    );
  });

  it('reports no step that another process is in the middle of as a fault', async () => {
    const { computer, path } = await session();
    const handle = valueOf(await computer.store().open(path, 'write', never));
    const sidecar = join(path, 'session.json');
    const whole = computer.disk.text(sidecar);
    computer.disk.put(sidecar, whole.replace('"activeSegment":2', '"activeSegment":1'));
    const ports = computer.ports();
    let looks = 0;
    const delay = (ms: number, signal: AbortSignal): Promise<void> => {
      // The step ends while the check waits.
      if (++looks === 2) computer.disk.put(sidecar, whole);
      return ports.clock.delay(ms, signal);
    };
    const clock = { now: () => ports.clock.now(), delay };
    const verified = valueOf(await verifySessionFolder({ ...ports, clock }, path, never));
    assert.deepEqual([verified.ok, looks], [true, 2]);
    await handle.close();
  });

  it('says that a session is in use where what looks wrong stays while its writer runs', async () => {
    const { computer, path } = await session();
    const handle = valueOf(await computer.store().open(path, 'write', never));
    const file = join(path, first);
    computer.disk.put(file, computer.disk.text(file).replace('"id":"r5"', '"id":5005'));
    const { problems } = await verify(computer, path);
    assert.deepEqual(
      problems.map(({ file: at }) => at),
      ['.lock', first],
    );
    assert.match(problems[0]!.problem, /being written.*check again later/);
    await handle.close();
  });

  it('fails for a folder that is not there, is empty or is a file, and when it is cancelled', async () => {
    const { computer, path } = await session();
    const ports = computer.ports();
    assert.equal(errorOf(await verifySessionFolder(ports, '/nowhere', never)).kind, 'not-found');
    valueOf(await ports.files.folders.create('/empty'));
    assert.equal(errorOf(await verifySessionFolder(ports, '/empty', never)).kind, 'not-a-session');
    assert.equal(errorOf(await verifySessionFolder(ports, join(path, first), never)).kind, 'not-found');
    assert.equal(errorOf(await verifySessionFolder(ports, path, aborted)).kind, 'cancelled');
  });

  it('reads segments that no sidecar names any more', async () => {
    const { computer, path } = await session();
    computer.disk.delete(join(path, 'session.json'));
    const file = join(path, first);
    computer.disk.put(file, computer.disk.text(file).replace('"id":"r5"', '"id":5'));
    const { problems } = await verify(computer, path);
    assert.deepEqual(
      problems.map(({ file: at, line }) => [at, line]),
      [
        ['session.json', undefined],
        [first, 6],
      ],
    );
  });
});
