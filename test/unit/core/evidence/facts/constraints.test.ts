// Rules a person lays down, found by fixed words.

import assert from 'node:assert/strict';
import { constraintsIn } from '../../../../../src/core/evidence/facts/constraints.ts';

describe('constraints', () => {
  const rules = [
    'Never touch the generated files.',
    'You must run the linter first.',
    "Don't add dependencies.",
    'Use only the standard library.',
    'Verwende nur die Standardbibliothek.',
    'Die Tests müssen vorher laufen.',
    'Il faut garder les commentaires.',
    'Nunca cambies la configuración.',
    'Nunca mude o arquivo de exemplo.',
    '必ずテストを実行してください。',
    '既存のファイルは削除しないで。',
    '不要修改配置文件。',
    '必须先运行测试用例。',
    '설정 파일은 절대 바꾸지 마세요.',
    'Никогда не трогай этот файл.',
  ];
  for (const rule of rules) {
    it(`finds: ${rule}`, () => assert.deepEqual(constraintsIn(rule), [rule]));
  }

  for (const text of [
    'Please look at the failing test.',
    'Wie spät ist es gerade?',
    'テストを見てください。',
    '',
  ]) {
    it(`finds none in: ${text}`, () => assert.deepEqual(constraintsIn(text), []));
  }

  it('takes single sentences, without the marks of a list', () => {
    const text = 'Hello there. Always use tabs. Thanks!\n- never push to main\n2) Avoid any globals.';
    assert.deepEqual(constraintsIn(text), ['Always use tabs.', 'never push to main', 'Avoid any globals.']);
  });

  it('skips fenced code, tables and markup', () => {
    const text = '```\n// never call this\n```\n| must | never |\n<rule>always</rule>\n~~~\nalways here\n~~~';
    assert.deepEqual(constraintsIn(text), []);
  });

  it('skips what is shorter than 8 characters or longer than 300', () => {
    assert.deepEqual(constraintsIn('never!'), []);
    assert.deepEqual(constraintsIn(`always ${'x'.repeat(294)}`), []);
    assert.equal(constraintsIn(`always ${'x'.repeat(293)}`).length, 1);
  });
});
