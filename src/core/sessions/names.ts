// How sessions and their files are called.

import type { Ids } from '../../base/ids.ts';

export const sidecarName = 'session.json';
export const artifactsFolder = 'artifacts';
export const agentsFolder = 'agents';
export const telemetryName = 'telemetry.jsonl';
export const lockName = '.lock';
/** The answer that is being streamed (design 4.1). */
export const streamName = 'stream.jsonl';
/** What running executions have printed so far. */
export const runningName = 'running.jsonl';

const maximumSlug = 40;

/** An ASCII slug of at most 40 characters; `session` when nothing of the name is left (design 14.11). */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maximumSlug)
    .replace(/-+$/, '');
  return slug === '' ? 'session' : slug;
}

/** `<slug>-<YYYY-MM-DDTHH-MM>-<4 hex>`. On a collision the caller asks again and gets other digits. */
export function sessionFolderName(name: string, at: string, ids: Ids): string {
  return `${slugOf(name)}-${at.slice(0, 16).replace(':', '-')}-${ids.hex(4)}`;
}

export function segmentName(segment: number): string {
  return `segment-${String(segment).padStart(4, '0')}.jsonl`;
}

/** More than any session will ever have. Whoever goes through the segments one by one comes to an end. */
export const mostSegments = 999_999;

/** The number in a segment's file name, or undefined for any other file. */
export function segmentNumber(fileName: string): number | undefined {
  const digits = /^segment-(\d{4,6})\.jsonl$/.exec(fileName)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Where a torn end of a segment is kept: `<name>.torn-<n>` (design 4.2). */
export function tornName(fileName: string, number: number): string {
  return `${fileName}.torn-${number}`;
}

/** What a segment file the sidecar does not name is called once it is set aside (design 4.2). */
export function orphanName(fileName: string, number: number): string {
  return `${fileName}.orphan-${number}`;
}

/** True for a file that keeps bytes which are not part of the session any more. */
export function isSetAside(fileName: string): boolean {
  return /\.(torn|orphan)-\d+$/.test(fileName);
}

/** A file that is written under this name and then renamed to its own; never read. */
export function temporaryName(fileName: string, token: string): string {
  return `${fileName}.${token}.tmp`;
}

export function isTemporary(fileName: string): boolean {
  return /^(session\.json|(segment-\d{4,}|stream|running)\.jsonl|[0-9a-f]{64})\.[0-9a-z]+\.tmp$/.test(
    fileName,
  );
}

/** The folder a new session is built in before one rename publishes it. */
export function stagingName(token: string): string {
  return `.staging-${token}`;
}

export function isStaging(folderName: string): boolean {
  return folderName.startsWith('.staging-');
}

/** The name of an artifact's file: the SHA-256 of its content. */
export function isArtifactName(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/**
 * The file of an agent's transcript below the session folder, for a path such as `explorer/helper`. Whatever a file
 * name should not hold is percent-encoded, so that different paths never share a file and none leaves the folder.
 */
export function agentFile(path: string): string {
  const steps = path.split('/').filter((step) => step !== '');
  const names = steps.map((step) =>
    encodeURIComponent(step.toWellFormed()).replace(
      /[.!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    ),
  );
  return `${agentsFolder}/${names.join('/')}.jsonl`;
}
