/** What a folder contains, without ignored files. */
export interface Folder {
  /** Files in it and below. */
  files: number;
  /** Names of the files in it. */
  readonly names: Set<string>;
  readonly folders: Map<string, Folder>;
}

export function emptyFolder(): Folder {
  return { files: 0, names: new Set(), folders: new Map() };
}

export function addFile(root: Folder, path: readonly string[]): void {
  let folder = root;
  folder.files++;
  for (const name of path.slice(0, -1)) {
    const inner = folder.folders.get(name) ?? emptyFolder();
    folder.folders.set(name, inner);
    inner.files++;
    folder = inner;
  }
  folder.names.add(path.at(-1) ?? "");
}
