import { randomBytes } from "node:crypto";
import { chmod, lstat, readFile, rename, rm, writeFile } from "node:fs/promises";
import { userId } from "@skein/platform/user";
import { AccessError } from "../access-error.ts";

/** It appears whole, or not at all, for its owner alone. @param path - in a folder that only its owner can write. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(fresh, text, { flag: "wx", mode: 0o600 });
    await chmod(fresh, 0o600); // whatever the umask
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** @returns `undefined` without a file. Rejects with `AccessError` when others could have read or written it. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return undefined;
  const isOwn = process.platform === "win32" || (found.uid === userId() && (found.mode & 0o077) === 0);
  if (!found.isFile() || !isOwn)
    throw new AccessError("open-to-others", `${path} is not a file for you alone. Remove it.`);
  return readFile(path, "utf8");
}
