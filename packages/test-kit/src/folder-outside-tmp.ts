import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join, sep } from "node:path";
import type { TemporaryFolder } from "./temporary-folder.ts";
import { loadVitest } from "./later.ts";

/** Sandboxed commands have folders of their own there. */
const replaced: readonly string[] = ["/tmp", "/var/tmp"];

/**
 * A new empty folder in which a sandboxed command can be seen to write: in the home folder, or in the working folder for
 * a user who has none, as in a container with an arbitrary user id. HOME may be in `/tmp`. Skips the running test if no
 * such folder can be written.
 */
export async function folderOutsideTmp(): Promise<TemporaryFolder> {
  const candidates = [userHome(), process.env["HOME"], process.cwd()];
  const temporary = [tmpdir(), ...replaced].map((folder) => `${folder}${sep}`);
  for (const folder of candidates) {
    if (!folder || temporary.some((other) => `${folder}${sep}`.startsWith(other))) continue;
    const path = await mkdtemp(join(folder, ".skein-test-")).catch(() => undefined);
    if (path === undefined) continue;
    return {
      path: await realpath(path),
      [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
    };
  }
  const reason = `No writable folder outside ${replaced.join(" and ")}. Set HOME to one.`;
  const { TestRunner } = await loadVitest();
  TestRunner.getCurrentTest()?.context.skip(reason);
  throw new Error(reason);
}

/** Throws for a user id without an entry in the user database. */
function userHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}
