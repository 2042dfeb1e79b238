import { stat } from "node:fs/promises";
import { isJsonObject, type JsonValue } from "@skein/protocol";

/** Which folder stands at a path: another one there is another folder, whatever it holds. */
export interface FolderIdentity {
  readonly device: string;
  readonly inode: string;
  /** Nanoseconds since the epoch. Absent: the file system does not say when it was made. */
  readonly born?: string;
}

/** @returns `undefined` where no folder is. */
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
 * Device numbers change when a disk is mounted again, and numbers of files are given again to the next folder. So the number
 * and the time of birth decide where that is known, the device and the number elsewhere.
 */
export function isSameFolder(one: FolderIdentity, other: FolderIdentity): boolean {
  if (one.inode !== other.inode || one.born !== other.born) return false;
  return one.born !== undefined || one.device === other.device;
}

/** From a record; `undefined` for anything else. */
export function readIdentity(value: JsonValue | undefined): FolderIdentity | undefined {
  if (!isJsonObject(value)) return undefined;
  const { device, inode, born } = value;
  if (typeof device !== "string" || typeof inode !== "string") return undefined;
  return { device, inode, ...(typeof born === "string" ? { born } : {}) };
}
