// What stands beside the conversation in evidence: skills, tasks, hook context. An earlier summary has its own owner.

import { constraintsIn } from '../../core/evidence/facts/constraints.ts';
import type { EvidenceItem } from '../../core/evidence/labels.ts';
import { named } from './exchange-lines.ts';
import { gist, oneLine } from './gist.ts';
import type { LineList } from './lines.ts';
import type { Story } from './story.ts';

const mostRules = 8;
const longestRules = 800;

export function addBackground(story: Story, lines: LineList): void {
  for (const item of story.background) addItem(item, lines);
  for (const { actions, words } of story.exchanges) {
    for (const action of actions) {
      if (!/skill/i.test(action.tool)) continue;
      const call = oneLine(`${action.tool} ${JSON.stringify(action.input)}`, 140);
      addSkill(words === '' ? call : `${call} — ${named(words, 60)}`, action.output, lines);
    }
  }
}

function addItem(item: EvidenceItem, lines: LineList): void {
  switch (item.provenance) {
    case 'skill-invocation': {
      const [head = '', ...body] = item.text.split('\n');
      addSkill(oneLine(head, 200), body.join('\n'), lines);
      break;
    }
    case 'task-background':
      lines.add('Scope', `“${gist(item.text, 300)}”`, { must: true, rank: 2 });
      break;
    case 'prior-continuation-summary':
      break;
    default:
      lines.add('Critical Context', gist(item.text, 400), { rank: 2 });
  }
}

/** A skill with the rules in it: history that may still bind, never an activation. */
function addSkill(head: string, body: string, lines: LineList): void {
  const rules = constraintsIn(body).slice(0, mostRules).join(' ');
  lines.add('Skills Invoked', rules === '' ? head : `${head}: ${oneLine(rules, longestRules)}`, {
    must: true,
    rank: 3,
  });
}
