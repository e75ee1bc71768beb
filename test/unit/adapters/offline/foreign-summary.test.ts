// An earlier summary of another product, read by its own headings.

import assert from 'node:assert/strict';
import { conversation, type Conversation } from '../../../support/conversation.ts';
import { linesOf, offlineSummary, under } from './offline-summary.ts';

const foreign = `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.

Analysis:
Let me think about what happened.

Summary:
1. Primary Request and Intent:
   The person wants a faster importer for the weather archive.

2. Key Technical Concepts:
   - streams
   - back pressure

3. Files and Code Sections:
   - \`src/importer.ts\` — the loop
     - reads in slices of 64 KB now
     \`\`\`ts
     export function read(archive: string): Promise<void> {
       return pipeline(open(archive), slices(64 * 1024), parser(), writer(archive.replace('.raw', '')));
     }
     \`\`\`

4. Errors and fixes:
   - The heap overflowed: slices were kept. Fixed by dropping them.

5. All user messages:
   - "Make it faster. Never change the file format."

6. Pending Tasks:
   - measure it with the archive of 1998

7. Optional Next Step:
   Run the benchmark.

Please continue the conversation from where we left off without asking the user any further questions.`;

function continued(): Conversation {
  return conversation().summary(foreign, { kind: 'imported' });
}

const wentOn = () => continued().user('What about the tests?').assistant('All of them pass.').settled();
const workedOn = () => continued().assistant('The archive of 1998 takes four seconds now.').settled();

describe('an earlier summary of another product', () => {
  it('goes under our headings by the words of its own', async () => {
    const summary = await offlineSummary(wentOn());
    assert.match(under(summary, 'Scope'), /faster importer for the weather archive/);
    assert.match(under(summary, 'Critical Context'), /Key Technical Concepts: streams; back pressure/);
    assert.match(
      under(summary, 'Relevant Files'),
      /`src\/importer\.ts` — the loop: reads in slices of 64 KB now/,
    );
    assert.match(under(summary, 'Work & Evidence'), /The heap overflowed: slices were kept/);
    assert.match(under(summary, 'Constraints & Preferences'), /Never change the file format\./);
  });

  it('loses what its host wrote around it, its draft and long code', async () => {
    const summary = await offlineSummary(wentOn());
    for (const text of ['being continued', 'Let me think', 'export function', 'Please continue']) {
      assert.ok(!summary.includes(text), text);
    }
  });

  it('gives no orders: what it left to do is open once the person went on', async () => {
    const summary = await offlineSummary(wentOn());
    assert.equal(under(summary, 'Next Steps'), '(none)');
    assert.match(
      under(summary, 'Open Questions & Risks'),
      /Pending Tasks: measure it with the archive of 1998/,
    );
  });

  it('gives no orders: what it left to do is what work without a request was about', async () => {
    const summary = await offlineSummary(workedOn());
    assert.equal(under(summary, 'Open Questions & Risks'), '(none)');
    assert.match(
      under(summary, 'Work & Evidence'),
      /“measure it with the archive of 1998.*” → The archive of 1998 takes/,
    );
  });

  it('is read in Markdown headings too, and without any it is context', async () => {
    const markdown =
      '## Goal\nGrow tomatoes\n\n## Progress\n### Done\n- [x] sowed them in the greenhouse in March\n';
    const told = (text: string) =>
      offlineSummary(continuedFrom(text).user('And the beans?').assistant('They are sown.').settled());
    const summary = await told(markdown);
    assert.match(under(summary, 'Scope'), /Grow tomatoes/);
    assert.match(under(summary, 'Work & Evidence'), /sowed them in the greenhouse/);
    const plain = await told('We grow tomatoes in the greenhouse and water them by hand.');
    assert.match(under(plain, 'Critical Context'), /We grow tomatoes/);
  });

  it('has no short line of its own that another summary could share', async () => {
    const many = `## Notes\n${Array.from({ length: 12 }, (_, note) => `- note ${note}`).join('\n')}`;
    const summary = await offlineSummary(
      continuedFrom(many).user('Go on').assistant('Gone on, as asked.').settled(),
    );
    const notes = linesOf(summary).filter((line) => line.includes('note 1'));
    assert.equal(notes.length, 1);
  });
});

function continuedFrom(text: string): Conversation {
  return conversation().summary(text, { kind: 'imported' });
}
