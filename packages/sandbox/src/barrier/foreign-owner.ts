import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "@skein/platform/folders";
import { orNothing } from "../protected/entries.ts";

/**
 * Whose file it is that root cannot change in the sandbox, where it has no more rights than any user.
 *
 * @param folders - writable folders; elsewhere nothing can be changed anyway.
 * @returns the id of its owner, or of the owner of the nearest folder that exists. `undefined` if it is root, or who runs
 *   commands is not root.
 */
export function foreignOwner(
  path: string,
  folders: readonly string[],
  user = process.getuid?.(),
): number | undefined {
  if (user !== 0 || !folders.some((folder) => isInside(path, folder))) return undefined;
  for (let at = path; ; at = dirname(at)) {
    const stats = orNothing(() => lstatSync(at));
    if (stats !== undefined) return stats.uid === 0 ? undefined : stats.uid;
    if (at === dirname(at)) return undefined;
  }
}
