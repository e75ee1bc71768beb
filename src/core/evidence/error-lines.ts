// Which lines of a tool result tell of an error. They outlive every tightening of the evidence (design 13.1, 14.10).

const mostLines = 200;

const errorWords =
  /\b(?:error|errors|failed|failure|failing|fail|fatal|exception|traceback|panic(?:ked)?|abort(?:ed)?|unhandled|segmentation fault|cannot|could not|can't|not found|no such|denied|refused|unexpected|undefined reference|assert(?:ion)?|exit (?:code|status)|exited with)\b|\w(?:Error|Exception)\b|\bERR!|[✗✘✖]|エラー|失敗|错误|失败|오류|ошибка/iu;

/** Names of system errors such as ENOENT: only in capitals, else every word that begins with an e would be one. */
const errorCodes = /\bE[A-Z]{4,}\b/;

/** What a tool says at the end of every command, whatever went wrong in it. */
const statusLine =
  /^\W*(?:(?:the )?(?:command|process) )?(?:completed |finished )?(?:with )?exit(?:ed)?\b.{0,20}\d\W*$/i;

/** From this length on a line that holds escaped line breaks is a text in one string of JSON, and each of its lines counts. */
const longLine = 1000;

/** The lines that tell of an error, in order, at most 200: all of them when the result is marked as one. */
export function errorLines(result: { readonly text: string; readonly isError: boolean }): readonly string[] {
  const { text, isError } = result;
  const lines: string[] = [];
  for (const line of linesOf(text)) {
    if (line.trim() === '' || !(isError || tellsOfError(line))) continue;
    lines.push(line);
    if (lines.length === mostLines) break;
  }
  return lines;
}

/** Letters enough for a line to say more than a count such as "1 failing" does. */
const explains = /(?:\p{L}\P{L}*){10}/u;

/**
 * The trimmed line that says best what went wrong: the last that tells of an error in more than a count, else the last
 * that tells of one, else one that only tells an exit status, else the last that is not blank.
 */
export function decisiveErrorLine(text: string): string | undefined {
  let last: string | undefined;
  let status: string | undefined;
  let matching: string | undefined;
  let explaining: string | undefined;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    last = trimmed;
    if (statusLine.test(trimmed)) status = trimmed;
    else if (tellsOfError(trimmed)) {
      matching = trimmed;
      if (explains.test(trimmed)) explaining = trimmed;
    }
  }
  return explaining ?? matching ?? status ?? last;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.some((line) => line.length >= longLine)
    ? lines.flatMap((line) => (line.length >= longLine ? line.split('\\n') : [line]))
    : lines;
}

function tellsOfError(line: string): boolean {
  return errorWords.test(line) || errorCodes.test(line);
}
