export type EntryType = "file" | "folder" | "link";

/** What exists at one path. */
export interface FileEntry {
  readonly type: EntryType;
  /** Permission bits, at most 0o7777. Links have none: 0. */
  readonly mode: number;
  /** SHA-256, in hex, of the content, of the link's target, or of the folder's tree. */
  readonly hash: string;
}

export interface TreeEntry extends FileEntry {
  readonly name: string;
}

/** A path that a snapshot leaves out, and why. */
export interface ExcludedPath {
  /** Relative to the root if inside it, otherwise absolute. */
  readonly path: string;
  readonly reason: string;
  /** Its state at that time: see `fingerprint`. Absent in older snapshots. */
  readonly seen?: string;
}

export const permissionBits = 0o7777;

/** Git's own folder, in any spelling that a file system may accept. Never read as content, never written. */
export function isGitFolder(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === ".git";
}

export function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A path of the tree, or an absolute one, as an absolute path. */
export function absolute(base: string, path: string): string {
  return path === "" ? base : `${base === "/" ? "" : base}/${path}`;
}
