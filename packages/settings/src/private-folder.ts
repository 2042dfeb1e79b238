import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError, messageOf } from "@skein/protocol";

/**
 * Creates a folder that only the owner can access (0700, whatever the umask), with missing parents; restricts an
 * existing one. Throws `ConfigError` when that fails.
 */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  try {
    await ensure(folder);
    const { mode } = await stat(folder);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) await chmod(folder, 0o700);
  } catch (cause) {
    throw new ConfigError("unreadable", `The folder ${folder} cannot be used: ${messageOf(cause)}`, {
      cause,
      hint: "Make it writable, or set SKEIN_HOME to a folder that you own.",
    });
  }
}

async function ensure(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await ensure(dirname(folder));
  // Not `recursive`: below folders in which nothing can be created, such as /proc, that never ends.
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    const wasFaster = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!wasFaster) throw error;
  });
  await chmod(folder, 0o700);
}
