import { chmod, stat } from "node:fs/promises";
import { makeFolders } from "@skein/platform/folders";
import { ConfigError, messageOf } from "@skein/protocol";

/**
 * Creates a folder that only the owner can access (0700, whatever the umask), with missing parents; restricts an
 * existing one. Throws `ConfigError` when that fails.
 */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  try {
    makeFolders(folder, 0o700);
    const { mode } = await stat(folder);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) await chmod(folder, 0o700);
  } catch (cause) {
    throw new ConfigError("unreadable", `The folder ${folder} cannot be used: ${messageOf(cause)}`, {
      cause,
      hint: "Make it writable, or set SKEIN_HOME to a folder that you own.",
    });
  }
}
