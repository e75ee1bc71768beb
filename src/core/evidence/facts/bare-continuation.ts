// Words that only say to go on: what they ask for is what was asked before them. Found by fixed words in the languages of
// constraints.ts; no guess at meaning.

import { personWords } from './person-words.ts';

const longest = 60;

/** What may stand before such words and behind them without asking for anything. */
const polite =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|please|now|just|so|and|ja|bitte|jetzt|oui|s['’]il (?:te|vous) plaît|sí|por favor|sim|はい|好的?|请|請|네|да|пожалуйста)[\s,.!、，。！]*)+|[\s,]+(?:please|now|then|with (?:it|that|this)|bitte|jetzt|s['’]il (?:te|vous) plaît|por favor|пожалуйста)$/giu;

const goOn: readonly RegExp[] = [
  /^(?:go on|go ahead|continue|carry on|keep (?:going|on|at it)|proceed|resume)$/,
  /^(?:weiter|mach(?:e|en sie)? weiter|weiter ?machen|geh weiter|fahr(?:e|en sie)? fort|fortfahren)$/,
  /^(?:continue[zr]?|poursui(?:s|vez)|vas-y|allez-y)$/,
  /^(?:contin[uú]a|continúe|sigue|siga|adelante)$/,
  /^(?:continue|continua|prossiga|segue|siga em frente)$/,
  /^(?:続けて(?:ください|下さい)?|続き(?:を?(?:お願いします|やって))?|継続(?:して(?:ください|下さい)?)?)$/u,
  /^(?:继续(?:吧|做|进行)?|繼續(?:吧|做)?|接着(?:来|做)?)$/u,
  /^(?:계속(?: ?해(?: ?줘|주세요| ?주세요)?| ?하세요| ?진행(?:해 ?줘)?)?)$/u,
  /^(?:продолжай(?:те)?|продолжить|дальше|давай(?:те)? дальше)$/u,
];

/** Whether a text of the person is nothing but the wish to go on. One that adds what to do is a request of its own. */
export function isBareContinuation(text: string): boolean {
  const words = personWords(text);
  if (words.length > longest) return false;
  const bare = words
    .toLowerCase()
    .replace(/[\s.!…。！]+$/u, '')
    .replace(polite, '')
    .trim();
  return goOn.some((pattern) => pattern.test(bare));
}
