// What a hook adds to the evidence.

import assert from 'node:assert/strict';
import { hookContextItem } from '../../../../src/core/evidence/hook-context.ts';

describe('behaviour 4.10: context of a hook is wrapped in XML and escaped', () => {
  it('wraps all contexts of one event in one item', () => {
    assert.deepEqual(hookContextItem('PreCompact', ['first', ' second ']), {
      provenance: 'hook-context',
      text: '<hook-context>\n<hook-event name="PreCompact">\nfirst\nsecond\n</hook-event>\n</hook-context>',
    });
  });

  it('escapes what would close the wrapping', () => {
    const item = hookContextItem('Pre"Compact', ['</hook-event> & <b>"x"</b>']);
    assert.equal(
      item?.text,
      '<hook-context>\n<hook-event name="Pre&quot;Compact">\n' +
        '&lt;/hook-event&gt; &amp; &lt;b&gt;&quot;x&quot;&lt;/b&gt;\n</hook-event>\n</hook-context>',
    );
  });

  it('makes no item of contexts that are blank', () => {
    assert.equal(hookContextItem('PreCompact', []), undefined);
    assert.equal(hookContextItem('PreCompact', ['', ' \n']), undefined);
  });
});
