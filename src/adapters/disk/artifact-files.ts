// The artifacts of a session on disk: large contents and media, each a file named by the SHA-256 of its content.

import { join } from 'node:path';
import { invariant } from '../../base/fail.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Artifact } from '../../core/sessions/externalize.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { artifactsFolder, isArtifactName } from '../../core/sessions/names.ts';
import type { ArtifactReader } from '../../core/transcript/parts.ts';
import type { DiskPorts } from './disk-ports.ts';
import { createFolder, replaceFile } from './write-file.ts';

export interface SavedArtifacts {
  /** Paths of the files that were not there before, for whoever must take the change back. */
  readonly created: readonly string[];
}

/**
 * Makes the artifacts durable in the session folder. One that is there with the right content is left alone; one that
 * is there with other content is damaged and replaced. On failure nothing new is left.
 */
export async function saveArtifacts(
  ports: DiskPorts,
  session: string,
  artifacts: readonly Artifact[],
): Promise<Result<SavedArtifacts, StoreFailure>> {
  if (artifacts.length === 0) return ok({ created: [] });
  const folder = join(session, artifactsFolder);
  // One that is there has been made durable when the session was opened.
  const there = await ports.files.stat(folder);
  const made = there.ok ? ok() : await createFolder(ports.files, folder);
  if (!made.ok) return made;
  const created: string[] = [];
  let found = false;
  for (const artifact of artifacts) {
    const saved = await saveArtifact(ports, session, artifact);
    if (!saved.ok) {
      await removeArtifacts(ports, created);
      return saved;
    }
    if (saved.value === 'new') created.push(join(folder, artifact.name));
    else found = true;
  }
  // A process that was killed may have renamed what is found here now: its name is made durable too.
  const synced = found ? await ports.files.folders.sync(folder) : ok();
  if (synced.ok) return ok({ created });
  await removeArtifacts(ports, created);
  return synced;
}

/** Takes back artifacts whose records were not written. What cannot be removed is a file nothing refers to. */
export async function removeArtifacts(ports: DiskPorts, paths: readonly string[]): Promise<void> {
  for (const path of paths) await ports.files.remove(path);
}

/** Reads artifacts of the session and checks that each is what its name says; one that is not counts as missing. */
export function artifactReader(ports: DiskPorts, session: string): ArtifactReader {
  const read = async (artifact: string): Promise<Uint8Array | undefined> => {
    if (!isArtifactName(artifact)) return undefined;
    return readIntact(ports, join(session, artifactsFolder, artifact), artifact);
  };
  return {
    text: async (artifact) => {
      const bytes = await read(artifact);
      return bytes === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    },
    base64: async (artifact) => {
      const bytes = await read(artifact);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('base64');
    },
  };
}

async function saveArtifact(
  ports: DiskPorts,
  session: string,
  artifact: Artifact,
): Promise<Result<'new' | 'found', StoreFailure>> {
  const { text, encoding } = artifact.content;
  const bytes = Buffer.from(text, encoding);
  invariant(ports.sha256.of(bytes) === artifact.name, `artifact ${artifact.name} is named by its content`);
  const path = join(session, artifactsFolder, artifact.name);
  const there = await ports.files.stat(path);
  if (there.ok && (await readIntact(ports, path, artifact.name)) !== undefined) return ok('found');
  const replaced = await replaceFile(ports, path, { chunks: [bytes], from: session });
  if (replaced.kind !== 'replaced') {
    if (replaced.kind === 'unsettled' && !there.ok) await ports.files.remove(path);
    return err(replaced.failure);
  }
  // A damaged file that was replaced is not taken away again.
  return ok(there.ok ? 'found' : 'new');
}

/** The content, or undefined when it cannot be read or is not what the name says. */
async function readIntact(ports: DiskPorts, path: string, name: string): Promise<Uint8Array | undefined> {
  const read = await ports.files.read(path);
  return read.ok && ports.sha256.of(read.value) === name ? read.value : undefined;
}
