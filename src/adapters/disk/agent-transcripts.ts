// The transcripts of retained agents in a session folder, for whoever reads a whole session. Nothing is changed.

import { join } from 'node:path';
import { ok } from '../../base/result.ts';
import type { AgentTranscript, TranscriptPart } from '../../core/export/transcript-parts.ts';
import { agentsFolder } from '../../core/sessions/names.ts';
import { parseSegment } from '../../core/sessions/segment-reader.ts';
import type { DiskPorts } from './disk-ports.ts';
import type { FileResult } from './file-system.ts';
import { sessionFiles } from './session-files.ts';

/** A transcript, or with a number an archive of one (design 4.1). */
const transcriptName = /^(.*?)(?:\.compact-(\d{4,}))?\.jsonl$/;

/** By path, in order; each with its archives first. A session without agents has none. */
export async function agentTranscripts(
  ports: DiskPorts,
  session: string,
): FileResult<readonly AgentTranscript[]> {
  const files = await sessionFiles(ports.files, session, agentsFolder);
  if (!files.ok) return files.error.kind === 'not-found' ? ok([]) : files;
  const agents = new Map<string, { readonly file: string; readonly archive: number }[]>();
  for (const file of files.value) {
    const [, stem, archive] = transcriptName.exec(file) ?? [];
    if (stem === undefined) continue;
    const part = { file, archive: archive === undefined ? Number.POSITIVE_INFINITY : Number(archive) };
    agents.set(stem, [...(agents.get(stem) ?? []), part]);
  }
  const transcripts = [...agents].map(([stem, parts]) => ({
    path: agentPath(stem),
    parts: parts
      .sort((one, other) => one.archive - other.archive)
      .map(({ file }) => partOf(ports, session, file)),
  }));
  return ok(transcripts.sort((one, other) => (one.path < other.path ? -1 : 1)));
}

function partOf(ports: DiskPorts, session: string, file: string): TranscriptPart {
  return {
    file,
    read: async () => {
      const bytes = await ports.files.read(join(session, file));
      if (!bytes.ok) return bytes;
      const { records, damage } = await parseSegment(bytes.value, ports.sha256, ports.pace);
      return ok({ records, damagedLines: damage.map(({ line }) => line) });
    },
  };
}

/** The way back from the name of an agent's file to its path. */
function agentPath(stem: string): string {
  return stem
    .slice(agentsFolder.length + 1)
    .split('/')
    .map((step) => {
      try {
        return decodeURIComponent(step);
      } catch {
        // Not a name of ours: shown as it is.
        return step;
      }
    })
    .join('/');
}
