// Which behaviours the titles of the tests name: `behaviour 5.4: …`, `behaviours 4.1, 4.2: …`, `… (behaviour 8.2)`,
// `behaviours 7.1 to 7.3`. Comments and messages name nothing.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const number = String.raw`\d+\.\d+`;
const list = new RegExp(`\\bbehaviours? (${number}(?:(?:, | and |, and | to |–)${number})*)`, 'g');

/** The numbers a title names, ranges spelled out. */
export function numbersIn(title: string): readonly string[] {
  const numbers: string[] = [];
  for (const [, named = ''] of title.matchAll(list)) {
    for (const item of named.split(/, and |, | and /)) numbers.push(...spelledOut(item));
  }
  return numbers;
}

/** `7.1 to 7.3` or `7.1–7.3` as single numbers; a single number as itself. */
export function spelledOut(item: string): readonly string[] {
  const [first = '', last = first] = item.split(/ to |–/);
  const [section = '', from = ''] = first.split('.');
  const [, to = ''] = last.split('.');
  const numbers: string[] = [];
  for (let place = Number(from); place <= Number(to); place++) numbers.push(`${section}.${place}`);
  return numbers;
}

/** Every behaviour a title names, with the files that name it. `leftOut` names files by their end. */
export function namedBehaviours(
  folder: string,
  leftOut: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ts') || leftOut.some((end) => entry.endsWith(end))) continue;
    const text = readFileSync(path.join(folder, entry), 'utf8');
    if (!/\bbehaviours? \d/.test(text)) continue;
    for (const title of titlesIn(text)) {
      for (const behaviour of numbersIn(title))
        named.set(behaviour, [...(named.get(behaviour) ?? []), entry]);
    }
  }
  return named;
}

/**
 * The titles in the text of a test file: what stands first in a call of a plain name such as `describe` or `it`, and
 * properties called `title`. A test that is skipped has none.
 */
export function titlesIn(text: string): readonly string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [first] = node.arguments;
      if (first !== undefined) titles.push(...textOf(first));
    } else if (ts.isPropertyAssignment(node) && node.name.getText() === 'title') {
      titles.push(...textOf(node.initializer));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('test.ts', text, ts.ScriptTarget.ES2022, true));
  return titles;
}

function textOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  if (ts.isBinaryExpression(node)) return [...textOf(node.left), ...textOf(node.right)];
  return [];
}
