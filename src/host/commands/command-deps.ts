// What commands work with.

import type { DiskPorts } from '../../adapters/disk/disk-ports.ts';
import type { Machine } from '../../adapters/open-chat.ts';
import type { ModelReference } from '../../core/models/policy.ts';
import type { ModelChoice } from '../../core/sessions/session-record.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { ChatView } from '../panel/chat-view.ts';
import type { CommandId } from '../command-ids.ts';
import type { Desk } from '../session/desk.ts';
import type { TextDocuments } from '../window/documents.ts';
import type { Keys } from '../models/keys.ts';
import type { HostModels } from '../models/models.ts';
import type { Proposals } from '../window/proposals.ts';
import type { Memory } from '../session/memory.ts';
import type { Shelf } from '../session/shelf.ts';

export interface CommandDeps {
  readonly desk: Desk;
  readonly memory: Memory;
  readonly shelf: Shelf;
  readonly view: ChatView;
  readonly documents: TextDocuments;
  readonly proposals: Proposals;
  readonly keys: Keys;
  readonly models: HostModels;
  readonly settings: () => Settings;
  readonly machine: Machine;
  readonly disk: DiskPorts;
  /** The program of the import worker. */
  readonly importWorker: string;
  readonly tell: (level: 'info' | 'warning' | 'error', text: string) => void;
  readonly showLog: () => void;
  /** The model a new session would have. */
  readonly newTarget: () => ModelReference;
  /** The model of the sessions that come next. */
  readonly keepModel: (model: ModelChoice) => Promise<void>;
}

/** What a command does; `given` is what it was called with, which may be anything. */
export type Command = (deps: CommandDeps, given: readonly unknown[]) => Promise<void>;
export type CommandTable<Ids extends CommandId> = Readonly<Record<Ids, Command>>;
