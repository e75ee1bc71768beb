// Calls that only look: they change nothing, and their success proves nothing.

import { isJsonObject } from '../../base/json.ts';
import type { Action } from './story.ts';

const lookingPrograms = new Set(
  'ls ll dir cat bat head tail less more grep egrep rg ag find fd pwd which whereis type wc nl echo printf tree stat file sort uniq cut awk gawk jq yq diff sleep date env printenv du df ps true test cd pushd popd export source man read xxd od strings basename dirname realpath tr column id whoami uname hostname history sed get-content get-childitem select-string'.split(
    ' ',
  ),
);
const lookingGit = new Set(
  'status diff log show branch remote blame describe rev-parse ls-files grep reflog config'.split(' '),
);
/** What makes a looking program change something. */
const changingUse =
  /(?:^|[^0-9&>])>{1,2}\s*(?!\/dev\/null|&)|\bsed\s+(?:-\w+\s+)*-\w*i|\bfind\b.*\s-(?:delete|exec)\b|\bgit\s+branch\s+-[dDmM]|\bgit\s+config\s+(?!--get|-l|--list)/;

const lookingTool =
  /^(?:read|view|list|ls|search|find|grep|glob|get|fetch|cat|open|browse|screenshot|snapshot|diagnostics?|problems|usages)$/;
const bookkeepingTool = /^(?:todo|plan|think|thought|memory|skill|calculat)/;
const fileKeys = [
  'file_path',
  'filePath',
  'path',
  'paths',
  'file',
  'pattern',
  'glob',
  'query',
  'notebook_path',
  'directory',
];

/** Every part of the command line is a program that shows something. */
export function isLookingCommand(command: string): boolean {
  // An opening quote that is never closed is looked behind once, not from each quote behind it again.
  const bare = command.replace(/'[^']*'|"(?:\\[\s\S]|[^"\\])*("|$)/g, (quoted, end: string | undefined) =>
    end === '' ? quoted : 'x',
  );
  if (changingUse.test(bare)) return false;
  const parts = bare.split(/&&|\|\||[;|\n]/).map((part) => part.trim());
  return parts.filter((part) => part !== '').every(isLookingPart);
}

/** A tool that reads or searches files, or keeps lists and thoughts of the assistant's own. */
export function isLookingTool(action: Action): boolean {
  const words = toolWords(action.tool);
  if (words.some((word) => bookkeepingTool.test(word))) return true;
  const { input } = action;
  return (
    words.some((word) => lookingTool.test(word)) &&
    isJsonObject(input) &&
    fileKeys.some((key) => key in input)
  );
}

/** `mcp__files__readFile` → mcp, files, read, file. */
export function toolWords(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function isLookingPart(part: string): boolean {
  const words = part
    .replace(/^[({\s]+/, '')
    .split(/\s+/)
    .filter((word) => !/^\w+=/.test(word));
  const program = (words[0] ?? '').replace(/^.*[/\\]/, '').toLowerCase();
  if (program === 'git')
    return lookingGit.has(words.find((word, place) => place > 0 && !word.startsWith('-')) ?? '');
  return (
    program === '' ||
    program.startsWith('#') ||
    lookingPrograms.has(program) ||
    /^-{0,2}version$/.test(words[1] ?? '')
  );
}
