import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError, messageOf } from "@skein/protocol";

/**
 * Makes a folder for the owner alone (0700, whatever the umask), and what is missing above it; one that is there and
 * is open to others is closed to them. Throws `ConfigError` when that cannot be done.
 */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  try {
    await ensure(folder);
    const { mode } = await stat(folder);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) await chmod(folder, 0o700);
  } catch (cause) {
    throw new ConfigError("unreadable", `The folder ${folder} cannot be used: ${messageOf(cause)}`, {
      cause,
      hint: "Make it writable, or set SKEIN_HOME to a folder that is yours.",
    });
  }
}

async function ensure(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await ensure(dirname(folder));
  // Not `recursive`: below folders that nothing can be made in, such as /proc, that never ends.
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    const wasFaster = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!wasFaster) throw error;
  });
  await chmod(folder, 0o700);
}
