// Reminders of a manual compaction, kept in the sidecar until the model was told: they wait for the next request, and that
// may be one of a later host (behaviour 11.4). The id of each becomes that of its record, so that it is told once.

import { neverAborted } from '../../base/abort.ts';
import type { Ids } from '../../base/ids.ts';
import { ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { KeptReminder } from '../sessions/session-record.ts';
import type { SessionHandle } from '../sessions/store.ts';
import type { Reminder, Reminders } from './reminders.ts';

type Done = Result<undefined, StoreFailure>;

export interface KeptRemindersPorts {
  readonly session: SessionHandle;
  readonly reminders: Reminders;
  readonly ids: Ids;
}

export class KeptReminders {
  private readonly ports: KeptRemindersPorts;

  constructor(ports: KeptRemindersPorts) {
    this.ports = ports;
  }

  /** Stages what an earlier host was to tell and did not. */
  restore(): Promise<Done> {
    const { session, reminders } = this.ports;
    const told = new Set(session.active().records.map(({ id }) => id));
    for (const { id, name, text } of this.kept)
      if (!told.has(id)) reminders.stage({ name, text, recordId: id });
    return this.settle();
  }

  /** Stages these, and keeps them in the place of those that were kept before. */
  async stage(given: readonly Omit<Reminder, 'id'>[]): Promise<Done> {
    const { reminders, ids } = this.ports;
    const kept = given.map(({ name, text }) => ({ id: ids.next('record'), name, text }));
    for (const { id, name, text } of kept) reminders.stage({ name, text, recordId: id });
    return kept.length === 0 && this.kept.length === 0 ? ok() : this.write(kept);
  }

  /** What is staged no more need not be kept. */
  async settle(): Promise<Done> {
    if (this.kept.length === 0) return ok();
    const staged = new Set(this.ports.reminders.staged().map(({ recordId }) => recordId));
    const kept = this.kept.filter(({ id }) => staged.has(id));
    return kept.length === this.kept.length ? ok() : this.write(kept);
  }

  private get kept(): readonly KeptReminder[] {
    return this.ports.session.session().reminders ?? [];
  }

  private write(reminders: readonly KeptReminder[]): Promise<Done> {
    return this.ports.session.write.update({ reminders: [...reminders] }, neverAborted());
  }
}
