/** A file of the page: its path and its bytes. */
export interface BundledFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

export function bundleWebview(folder: string): Promise<readonly BundledFile[]>;
