// What a person typed, out of a text in which an editor or a command line wrapped it in context of its own, and out of
// terminal output pasted with it.

/** Elements that hosts put around the words themselves: the inside is kept. */
const around = /<\/?(?:userRequest|user_query|user_message|task|feedback)>/g;

/** Elements that hosts put beside the words: left out whole. */
const beside =
  /<(system-reminder|environment_\w+|user_instructions|user_environment|ide_\w+|editor_\w+|editorContext|attachments?|attached_files|additional_data|workspace_info|repoContext|reminderInstructions|local-command-\w+|bash-\w+|command-message|command-contents)>/g;

const requestHeading = /^#+ My request for \S+:[ \t]*$/gm;
const commandMarks = /<\/?command-name>\s*|<\/command-args>/g;

const prompt =
  /^\s*(?:\(\S+\)\s*)?(?:[\w.-]+@[\w.-]+[: ]\S*[$#%](?:\s|$)|➜\s|❯\s|\$ |PS [A-Z]:\\|[A-Z]:\\[^>]*>)/;
/** What begins a line of output and hardly one of a person's. */
const outputOpening =
  /^(?:\t| {2,}\S|[^\p{L}\p{N}\p{Extended_Pictographic}\s"'“‘(*#`/~@>-]|(?:note|hint|error|warning|info|debug|fatal|usage):)/iu;

/**
 * The typed words, trimmed: a slash command as its name and arguments, a request behind the editor's list of files
 * without that list. A text that is nothing but such context comes back as it is.
 */
export function personWords(text: string): string {
  const request = [...text.matchAll(requestHeading)].at(-1);
  const typed = request === undefined ? text : text.slice(request.index + request[0].length);
  const words = withoutElements(typed)
    .replace(around, '\n')
    .replace(commandMarks, '')
    .replace(/<command-args>\s*/g, ' ')
    .trim();
  return words === '' ? text.trim() : words;
}

/**
 * The lines without pasted terminal output: where there is a shell prompt, what follows one up to the next blank line
 * is output, and so is what begins like it.
 */
export function withoutPastedOutput(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => prompt.test(line))) return lines;
  let pasted = false;
  return lines.filter((line) => {
    if (prompt.test(line)) pasted = true;
    else if (line.trim() === '') pasted = false;
    return !pasted && !outputOpening.test(line);
  });
}

/** The lines at which a shell was told what to do. */
export function promptLines(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => prompt.test(line));
}

/** One that is opened and never closed is no element. */
function withoutElements(text: string): string {
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const opening of text.matchAll(beside)) {
    const [tag, name = ''] = opening;
    if (opening.index < from || unclosed.has(name)) continue;
    const closing = text.indexOf(`</${name}>`, opening.index + tag.length);
    if (closing < 0) {
      unclosed.add(name);
      continue;
    }
    kept += `${text.slice(from, opening.index)}\n`;
    from = closing + name.length + 3;
  }
  return kept + text.slice(from);
}
