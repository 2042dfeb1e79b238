import { stat } from "node:fs/promises";
import { isJsonObject, type JsonValue } from "@skein/protocol";

/** Identifies the folder at a path: another folder at the same path differs, whatever it contains. */
export interface FolderIdentity {
  readonly device: string;
  readonly inode: string;
  /** Nanoseconds since the epoch. Absent: the file system does not record creation times. */
  readonly born?: string;
}

/** @returns `undefined` when there is no folder. */
export async function folderIdentity(path: string): Promise<FolderIdentity | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (!stats?.isDirectory()) return undefined;
  const { dev, ino, birthtimeNs } = stats;
  return {
    device: String(dev),
    inode: String(ino),
    ...(birthtimeNs > 0n ? { born: String(birthtimeNs) } : {}),
  };
}

/**
 * Device numbers change on remounting, and inode numbers are reused. So inode and creation time decide where both are
 * known, otherwise device and inode.
 */
export function isSameFolder(one: FolderIdentity, other: FolderIdentity): boolean {
  if (one.inode !== other.inode || one.born !== other.born) return false;
  return one.born !== undefined || one.device === other.device;
}

/** Parses a record; `undefined` for anything else. */
export function readIdentity(value: JsonValue | undefined): FolderIdentity | undefined {
  if (!isJsonObject(value)) return undefined;
  const { device, inode, born } = value;
  if (typeof device !== "string" || typeof inode !== "string") return undefined;
  return { device, inode, ...(typeof born === "string" ? { born } : {}) };
}
