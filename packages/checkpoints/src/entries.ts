export type EntryType = "file" | "folder" | "link";

/** What stands at one path. */
export interface Entry {
  readonly type: EntryType;
  /** Permission bits, at most 0o7777. Links have none: 0. */
  readonly mode: number;
  /** SHA-256 of the content, of the link's target, or of the folder's tree, in hex. */
  readonly hash: string;
}

export interface TreeEntry extends Entry {
  readonly name: string;
}

/** Where something was left out of a snapshot, and why. */
export interface LeftOut {
  /** Relative to the root where it lies within it, else absolute. */
  readonly path: string;
  readonly reason: string;
  /** How it was then: see `fingerprint`. Missing in snapshots of before there were any. */
  readonly seen?: string;
}

export const permissionBits = 0o7777;

/** Git's own folder, in any spelling that a file system may take for it. Never read as content, never written. */
export function isGitFolder(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === ".git";
}

export function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A path of the tree, or an absolute one, as the file system takes it. */
export function absolute(base: string, path: string): string {
  return path === "" ? base : `${base === "/" ? "" : base}/${path}`;
}
