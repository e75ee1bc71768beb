import assert from 'node:assert/strict';
import type { Draft } from '../../../../../src/core/import/draft.ts';
import { conversationOf, linesOf } from '../../../../support/transcripts/steps.ts';

function line(uuid: string, fields: object): object {
  return { type: 'user', uuid, sessionId: 's', message: { role: 'user', content: uuid }, ...fields };
}
const root = (uuid: string): object => line(uuid, { isSidechain: false });
const side = (uuid: string, parentUuid: string | null, fields: object = {}): object =>
  line(uuid, { isSidechain: true, parentUuid, ...fields });

function chains(...lines: readonly object[]): Record<string, readonly string[]> {
  const { sideChains, drafts } = conversationOf('claude-code', linesOf(...lines));
  const all = [['root', drafts] as const, ...sideChains];
  return Object.fromEntries(all.map(([path, list]) => [path, list.flatMap(words)]));
}

function words(draft: Draft): readonly string[] {
  return draft.kind === 'user' ? draft.content.map((part) => (part.type === 'text' ? part.text : '')) : [];
}

describe('side chains of Claude Code', () => {
  it('are told apart by agent id', () => {
    assert.deepEqual(
      chains(
        root('r'),
        side('a1', null, { agentId: 'alpha' }),
        side('b1', null, { agentId: 'beta/2' }),
        side('a2', 'b1', { agentId: 'alpha' }),
      ),
      { root: ['r'], alpha: ['a1', 'a2'], 'beta-2': ['b1'] },
    );
  });

  it('are told apart by parent links where there is no agent id, interleaved ones too', () => {
    assert.deepEqual(
      chains(root('r'), side('a1', null), side('b1', null), side('a2', 'a1'), side('b2', 'b1')),
      {
        root: ['r'],
        'side-chain-1': ['a1', 'a2'],
        'side-chain-2': ['b1', 'b2'],
      },
    );
  });

  it('are named without delay however many have neither an agent id nor a parent', () => {
    const many = Array.from({ length: 30_000 }, (_, index) => side(`a${index}`, null));
    const names = Object.keys(chains(root('r'), ...many));
    assert.equal(names.length, 30_001);
    assert.equal(names.at(-1), 'side-chain-30000');
  });

  it('go on with the newest chain where a parent is missing', () => {
    assert.deepEqual(chains(root('r'), side('a1', null), side('a3', 'damaged')), {
      root: ['r'],
      'side-chain-1': ['a1', 'a3'],
    });
  });

  it('are a conversation of their own where the file holds nothing else (design 14.4)', () => {
    assert.deepEqual(chains(side('a1', 'elsewhere', { agentId: 'x' }), side('a2', 'a1', { agentId: 'x' })), {
      root: ['a1', 'a2'],
    });
  });
});
