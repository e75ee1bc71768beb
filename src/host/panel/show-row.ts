// A part of a row, whole, in an editor.

import type { OpenPart } from '../../protocol/messages.ts';
import type { OpenConversation } from '../session/open-conversation.ts';
import type { TextDocuments } from '../window/documents.ts';
import { wholePart } from '../rows/whole-text.ts';

export async function showRowPart(
  conversation: OpenConversation,
  row: { readonly key: string; readonly part: OpenPart },
  documents: TextDocuments,
): Promise<void> {
  const { screen, session } = conversation;
  const text = await wholePart(screen.transcript, row, session.artifacts);
  if (text === undefined) return;
  const tool = screen.transcript.calls.withKey(row.key)?.call?.name;
  await documents.show(`${row.key} ${row.part}`, { name: nameFor(row.part, tool), text });
}

function nameFor(part: OpenPart, tool: string | undefined): string {
  const of = tool === undefined ? '' : `${tool} `;
  switch (part) {
    case 'text':
      return 'message.md';
    case 'summary':
      return 'summary.md';
    case 'arguments':
      return `${of}arguments.json`;
    case 'result':
      return `${of}result.txt`;
    case 'output':
      return `${of}output.txt`;
  }
}
