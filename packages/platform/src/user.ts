import { homedir, hostname } from "node:os";

/** Reads one value from the operating system. May throw. */
type Lookup = () => string;

/**
 * The user's home folder, as a shell expands `~`: HOME, else the entry of the user database, else `/`. A container that
 * runs as an arbitrary user id has neither HOME nor an entry. Read at each call: never throws.
 *
 * Source: bash uses `/` without an entry, too (`get_current_user_info` in shell.c).
 */
export function homeFolder(lookup: Lookup = homedir): string {
  return readOr("/", lookup);
}

/** The host name, or `localhost` if the system cannot tell it. Never throws. */
export function hostName(lookup: Lookup = hostname): string {
  return readOr("localhost", lookup);
}

/** The user id that files of this process belong to, without the user database; -1 on Windows, which has none. */
export function userId(): number {
  return process.getuid?.() ?? -1;
}

function readOr(fallback: string, lookup: Lookup): string {
  try {
    return lookup() || fallback;
  } catch {
    return fallback;
  }
}
