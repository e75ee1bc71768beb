// A long story made readable: where lines go on and on in the same way, only the first and the last of them are told.

/** Lines that repeat together at most, and times they may before they are folded. */
const longestPattern = 3;
const mostTimes = 12;

/** Two lines are alike when they differ in numbers only. */
export function folded(lines: readonly string[]): readonly string[] {
  const shapes = lines.map((line) => line.replaceAll(/\d+/g, '#'));
  const told: string[] = [];
  for (let place = 0; place < lines.length;) {
    const { length, times } = longestRun(shapes, place);
    if (times <= mostTimes) {
      told.push(lines[place] ?? '');
      place++;
      continue;
    }
    const end = place + length * times;
    told.push(...lines.slice(place, place + length), `… and so on, ${times - 2} times`);
    told.push(...lines.slice(end - length, end));
    place = end;
  }
  return told;
}

/** The pattern that begins here and goes on longest. */
function longestRun(
  shapes: readonly string[],
  place: number,
): { readonly length: number; readonly times: number } {
  let best = { length: 1, times: 1 };
  for (let length = 1; length <= longestPattern; length++) {
    let end = place + length;
    while (end < shapes.length && shapes[end] === shapes[end - length]) end++;
    const times = Math.floor((end - place) / length);
    if (times * length > best.times * best.length) best = { length, times };
  }
  return best;
}
