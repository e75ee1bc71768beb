// Folders that are not opened, each with its reason, and the damage that does not keep one from being opened.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { encodeLine } from '../../../../src/core/sessions/segment-encoding.ts';
import type { StoreFailure } from '../../../../src/core/sessions/failures.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { sampleRecords } from '../../../support/rotation-sample.ts';

const segment = 'segment-0001.jsonl';

interface Refusal {
  readonly what: string;
  readonly spoil: (computer: MemoryComputer, path: string) => void;
  /** What a person is told, or the format that is too new. */
  readonly told: RegExp | number;
}

const refusals: readonly Refusal[] = [
  {
    what: 'a sidecar of a newer format',
    spoil: (computer, path) =>
      edit(computer, join(path, 'session.json'), (text) => text.replace('"format":1', '"format":2')),
    told: 2,
  },
  {
    what: 'a segment of a newer format',
    spoil: (computer, path) =>
      edit(computer, join(path, segment), (text) => text.replace('"format":1', '"format":9')),
    told: 9,
  },
  {
    what: 'a sidecar that is not JSON',
    spoil: (computer, path) => computer.disk.put(join(path, 'session.json'), '{"format":1,'),
    told: /damaged .*not a JSON object/,
  },
  {
    what: 'a sidecar with a wrong field',
    spoil: (computer, path) =>
      edit(computer, join(path, 'session.json'), (text) =>
        text.replace('"activeSegment":1', '"activeSegment":"one"'),
      ),
    told: /damaged .*activeSegment/,
  },
  {
    what: 'no sidecar',
    spoil: (computer, path) => computer.disk.delete(join(path, 'session.json')),
    told: /no session\.json/,
  },
  {
    what: 'no active segment',
    spoil: (computer, path) => computer.disk.delete(join(path, segment)),
    told: /segment-0001\.jsonl is missing/,
  },
  {
    what: 'an empty active segment',
    spoil: (computer, path) => computer.disk.put(join(path, segment), ''),
    told: /is empty/,
  },
  {
    what: 'a segment of another session',
    spoil: (computer, path) =>
      edit(computer, join(path, segment), (text) => text.replace(/"session":"[^"]+"/, '"session":"other"')),
    told: /another session/,
  },
  {
    what: 'a segment with another number',
    spoil: (computer, path) =>
      edit(computer, join(path, segment), (text) => text.replace('"segment":1', '"segment":4')),
    told: /segment 4/,
  },
];

function edit(computer: MemoryComputer, path: string, change: (text: string) => string): void {
  const text = computer.disk.text(path);
  assert.notEqual(change(text), text);
  computer.disk.put(path, change(text));
}

function assertTold(failure: StoreFailure, told: RegExp | number): void {
  if (typeof told === 'number') {
    assert.ok(failure.kind === 'newer-format' && failure.format === told, JSON.stringify(failure));
  } else {
    assert.ok(failure.kind === 'not-a-session', JSON.stringify(failure));
    assert.match(failure.why, told);
  }
}

async function closedSession(): Promise<{ computer: MemoryComputer; path: string }> {
  const computer = new MemoryComputer();
  const handle = valueOf(await computer.store().create({ name: 'Refused' }, never));
  valueOf(await handle.write.append(sampleRecords(), never));
  await handle.close();
  return { computer, path: handle.path };
}

describe('opening a folder that is not a session of this version', () => {
  for (const { what, spoil, told } of refusals) {
    it(`refuses ${what}, says why and changes nothing`, async () => {
      const { computer, path } = await closedSession();
      spoil(computer, path);
      const before = computer.disk.snapshot();
      for (const access of ['read', 'write'] as const) {
        const failure = errorOf(await computer.store().open(path, access, never));
        assertTold(failure, told);
        assert.deepEqual(computer.disk.snapshot(), before);
      }
    });
  }

  it('refuses a file', async () => {
    const computer = new MemoryComputer();
    computer.disk.put('/plain', 'text');
    const failure = errorOf(await computer.store().open('/plain', 'write', never));
    assert.ok(failure.kind === 'not-a-session' && failure.why === 'it is a file');
  });

  it('opens one whose first line is damaged, with all its records, and tells of the damage', async () => {
    const { computer, path } = await closedSession();
    edit(computer, join(path, segment), (text) => text.replace('{"kind":"header"', '{"kind":"heaDer'));
    const handle = valueOf(await computer.store().open(path, 'write', never));
    assert.deepEqual(handle.active().records, sampleRecords());
    assert.equal(handle.active().header.segment, 1);
    assert.equal(handle.active().header.session, handle.session().id);
    assert.deepEqual(
      handle.active().damage.map(({ line, reason }) => [line, reason]),
      [[1, 'not JSON']],
    );
    await handle.close();
  });

  it('reports every kind of damaged line by its number and keeps the line', async () => {
    const { computer, path } = await closedSession();
    const damaged = [
      'garbage',
      '{"kind":"user"}',
      '[]',
      '',
      encodeLine(sampleRecords()[0]!).trim(),
      '{"kind":"header"}',
    ];
    const file = join(path, segment);
    const lines = computer.disk.text(file).split('\n');
    lines.splice(3, 0, ...damaged);
    computer.disk.put(file, lines.join('\n'));
    const handle = valueOf(await computer.store().open(path, 'write', never));
    assert.deepEqual(
      handle.active().damage.map(({ line, reason }) => `${line} ${reason.split(':')[0]}`),
      [
        '4 not JSON',
        '5 user.id',
        '6 not a JSON object',
        '7 not JSON',
        '8 id r1 is already used',
        '9 a second header',
      ],
    );
    assert.deepEqual(handle.active().records, sampleRecords());
    assert.equal(computer.disk.text(file), lines.join('\n'));
    await handle.close();
  });
});
