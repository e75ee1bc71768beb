// The port to the prompt files: every text a model is given, by name.

/** Every prompt file of the product, with the placeholders it declares; the library fails on any other. */
export const promptPlaceholders = {
  'context-summary/summary': ['HEADINGS', 'OPEN_REQUEST_PLACE', 'NEXT_STEPS', 'PURPOSE_RULE'],
  'context-summary/next-steps': [],
  'context-summary/create': [],
  'context-summary/update': [],
  'context-summary/handoff': [],
  'context-summary/digest': ['HEADINGS', 'MAX_BYTES'],
  'context-summary/hand-over': [],
  'request/opening': [],
  'request/missing-result': [],
  'request/go-on': [],
  'request/go-on-from-summary': [],
  'request/retired-tool': [],
  'system/agent': [],
  'system/environment': ['SYSTEM', 'SHELL', 'FOLDERS', 'DATE'],
  'system/untrusted': [],
  'system/instruction-files': [],
  'system/todo': [],
  'reminders/omitted-files': [],
  'reminders/live-work': [],
  'reminders/mention': ['MENTION'],
  'reminders/mention-unread': ['MENTION', 'WHY'],
  'request/test-system': [],
  'request/test-prompt': [],
  'tools/read_file': [],
  'tools/list_folder': [],
  'tools/find_files': [],
  'tools/search_text': [],
  'tools/edit_file': [],
  'tools/write_file': [],
  'tools/run_command': [],
  'tools/command_output': [],
  'tools/stop_command': [],
  'tools/ask_person': [],
  'tools/update_todo': [],
} as const satisfies Record<string, readonly string[]>;

export type PromptName = keyof typeof promptPlaceholders;

type Placeholder<Name extends PromptName> = (typeof promptPlaceholders)[Name][number];

export interface PromptLibrary {
  /** The text of a prompt, trimmed, its placeholders filled. */
  text<Name extends PromptName>(name: Name, values: Readonly<Record<Placeholder<Name>, string>>): string;
}
