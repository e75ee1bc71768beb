// Skill calls and records of skill use.

import assert from 'node:assert/strict';
import { isSkillCall, skillItems, type SkillInvocation } from '../../../../src/core/evidence/skills.ts';
import { sessionRecordSchema } from '../../../../src/core/sessions/session-record.ts';
import type { Json } from '../../../../src/base/json.ts';

const used: SkillInvocation = { name: 'review', conversation: '/root', turn: 3, body: 'Read first.' };

describe('skill calls (behaviour 4.6)', () => {
  const call = (name: string, input: Json): boolean =>
    isSkillCall({ kind: 'tool-call', id: 'r', turn: 1, at: '', callId: 'c', name, input });

  it('are calls of the skill tool itself, in any case', () => {
    assert.deepEqual([call('Skill', {}), call('skill', {})], [true, true]);
  });

  it('are direct tool calls that name it', () => {
    assert.equal(call('ToolCall', { name: 'Skill', arguments: {} }), true);
    assert.equal(call('tool_call', { tool: 'skill' }), true);
  });

  it('are no others, whatever their arguments say', () => {
    assert.deepEqual(
      [
        call('Read', { name: 'Skill' }),
        call('SkillSearch', {}),
        call('ToolCall', 'Skill'),
        call('ToolCall', {}),
      ],
      [false, false, false, false],
    );
  });
});

describe('behaviour 6.15: records of skills used in what is summarised', () => {
  const names = (invocations: readonly SkillInvocation[], lastTurn: number): readonly string[] =>
    skillItems(invocations, '/root', lastTurn).map((item) => item.text.split('\n')[0] ?? '');

  it('takes those of turns up to the last summarised one and leaves those of the tail', () => {
    const invocations = [2, 8, 9].map((turn) => ({ ...used, name: `s${turn}`, turn }));
    assert.deepEqual(names(invocations, 8), [
      '$s2 (role: ?, origin: ?, turn: 2)',
      '$s8 (role: ?, origin: ?, turn: 8)',
    ]);
  });

  it('takes those of the same conversation only', () => {
    const other = { ...used, conversation: '/root/explorer' };
    assert.equal(skillItems([other], '/root', 9).length, 0);
    assert.equal(skillItems([other], '/root/explorer', 9).length, 1);
  });

  it('tells arguments, role, origin, turn, what required it and how deep, source, conversation and body', () => {
    const whole: SkillInvocation = {
      ...used,
      args: '--fast src',
      role: 'main',
      origin: 'user',
      requiredBy: 'release',
      depth: 2,
      source: '/skills/review/SKILL.md',
    };
    assert.deepEqual(skillItems([whole], '/root', 3), [
      {
        provenance: 'skill-invocation',
        text:
          '$review --fast src (role: main, origin: user, turn: 3, required-by: release, depth: 2)\n' +
          'source: /skills/review/SKILL.md\nconversation: /root\nRead first.',
      },
    ]);
  });

  it('puts a question mark for what is not known', () => {
    const [item] = skillItems([{ name: 'x', conversation: '/root', body: 'b' }], '/root', 0);
    assert.equal(item?.text, '$x (role: ?, origin: ?, turn: ?)\nsource: unknown\nconversation: /root\nb');
  });

  it('states a missing body as a gap', () => {
    for (const body of [undefined, '', ' \n']) {
      const [item] = skillItems([{ ...used, body }], '/root', 3);
      assert.match(item?.text ?? '', /not recorded/);
    }
  });

  it('never shortens a body', () => {
    const body = 'rule. '.repeat(10_000).trim();
    assert.ok(skillItems([{ ...used, body }], '/root', 3)[0]?.text.endsWith(body));
  });
});

describe('behaviour 6.16: records of skills belong to the live session', () => {
  it('have no place in the sidecar, so a resumed session has none', () => {
    const fields = Object.keys(sessionRecordSchema.shape);
    assert.ok(fields.includes('promptIndex'));
    assert.deepEqual(
      fields.filter((field) => /skill/i.test(field)),
      [],
    );
    assert.deepEqual(skillItems([], '/root', 99), []);
  });
});
