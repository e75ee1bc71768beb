// What the panel shows besides the conversation: which model works, what holds for the whole window, what can be called.

import { modelName } from '../../core/models/diagnostics.ts';
import type { ModelPolicy } from '../../core/models/policy.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { Banner, ModelView, SlashCommand } from '../../protocol/snapshot.ts';
import { provenanceText, texts, thousands } from '../texts.ts';

export function modelView(target: ModelPolicy): ModelView {
  const { provider, model, effort, window, provenance, reported, upperBound } = target;
  if (provider === 'offline') return { label: texts.offlineLabel, detail: texts.offlineDetail };
  const label = effort === undefined ? model : `${model} · ${effort}`;
  const known = provenanceText({ model: modelName(target), window, provenance, reported, upperBound });
  return { label, detail: `${modelName(target)}: ${thousands(window)} tokens, ${known}` };
}

export interface BannerQuestion {
  readonly isTrusted: boolean;
  readonly folders: 'some' | 'none' | 'elsewhere';
  /** Automatic compaction failed three times in a row. */
  readonly isSwitchedOff: boolean;
  /** Lines of the segment that cannot be read and that the person has not accepted. */
  readonly damagedLines: number;
  /** Why the session can only be read, if it can. */
  readonly readOnly: string | undefined;
}

/** What a banner's button calls. */
export type BannerAction = 'trust' | 'turn-auto-on' | 'open-again' | 'accept-damage';

export function bannersFor(question: BannerQuestion): readonly Banner[] {
  const { isTrusted, folders, isSwitchedOff, damagedLines, readOnly } = question;
  const banners: Banner[] = [];
  if (readOnly !== undefined) {
    const action = { name: 'open-again' satisfies BannerAction, label: texts.openAgain };
    banners.push({ id: 'read-only', level: 'warning', text: readOnly, action });
  }
  if (!isTrusted) {
    const action = { name: 'trust' satisfies BannerAction, label: texts.manageTrust };
    banners.push({ id: 'untrusted', level: 'warning', text: texts.untrusted, action });
  }
  if (folders !== 'some') {
    const text = folders === 'none' ? texts.noFolder : texts.foldersElsewhere;
    banners.push({ id: 'no-folder', level: 'info', text });
  }
  if (damagedLines > 0 && readOnly === undefined) {
    const action = { name: 'accept-damage' satisfies BannerAction, label: texts.acceptDamage };
    banners.push({ id: 'damaged', level: 'warning', text: texts.damaged(damagedLines), action });
  }
  if (isSwitchedOff) {
    const action = { name: 'turn-auto-on' satisfies BannerAction, label: texts.turnAutoOn };
    banners.push({ id: 'switched-off', level: 'warning', text: texts.automaticSwitchedOff, action });
  }
  return banners;
}

/** Who writes the session that this window only reads. */
export function lockedText(failure: Extract<StoreFailure, { kind: 'locked' }>): string {
  const { owner, elsewhere, lock } = failure;
  return elsewhere
    ? texts.lockedElsewhere(owner.pid, owner.host, lock)
    : texts.lockedHere(owner.pid, owner.since.slice(0, 16).replace('T', ' '));
}

export const slashCommands: readonly SlashCommand[] = [
  { name: 'compact', argument: texts.instructions, description: texts.slash.compact },
  { name: 'compact-everything', argument: texts.instructions, description: texts.slash.everything },
  { name: 'new', argument: '', description: texts.slash.new },
  { name: 'open', argument: '', description: texts.slash.open },
  { name: 'model', argument: '', description: texts.slash.model },
  { name: 'context', argument: '', description: texts.slash.context },
  { name: 'export', argument: '', description: texts.slash.export },
];
