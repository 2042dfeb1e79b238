import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { userId } from "@skein/platform/user";
import type { Directories } from "@skein/settings";

/** Where the process that has a session open listens. */
export interface SocketPlace {
  /** For its owner alone. */
  readonly folder: string;
  readonly path: string;
}

/** `sun_path` has 104 bytes on macOS and the BSDs, 108 on Linux, with a zero at the end. */
const mostBytes = 103;
/** A dot and eight digits: the name under which a socket is made; see `listenAt`. */
const freshNameBytes = 9;

/**
 * The same for every process of one user, without looking anything up: in the state folder, and in `/tmp` where the path
 * would be too long for a socket. Two data folders may hold sessions of the same id.
 */
export function socketPlace(
  { data, state }: Pick<Directories, "data" | "state">,
  session: string,
): SocketPlace {
  const name = `${createHash("sha256").update(`${data}\0${session}`).digest("hex").slice(0, 16)}.sock`;
  const usual = join(state, "run");
  const isTooLong = Buffer.byteLength(join(usual, name)) + freshNameBytes > mostBytes;
  const folder = isTooLong ? `/tmp/skein-${userId()}` : usual;
  return { folder, path: join(folder, name) };
}

/** Whether no other user can have put anything into a folder. Anybody may make one in `/tmp`. */
export function isPrivateFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === userId() && (found.mode & 0o077) === 0;
}
