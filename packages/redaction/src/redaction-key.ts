import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, mkdir, open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { flushHandle, isMissing } from "@skein/platform/files";
import { ConfigError, messageOf } from "@skein/protocol";

const keyBytes = 32;

/**
 * Reads this installation's key for `createRedactor` from the file, or creates a random one that only the owner can
 * read, with its folder if that is missing. Processes that start at once end up with the same key. Throws `ConfigError`.
 */
export async function redactionKey(path: string): Promise<Uint8Array> {
  try {
    return (await read(path)) ?? (await make(path).catch(notMade));
  } catch (cause) {
    throw new ConfigError("unreadable", `${path} cannot be used as the redaction key: ${messageOf(cause)}.`, {
      cause,
      hint: cause instanceof NotMade ? notMadeHint : unreadableHint,
    });
  }
}

const notMadeHint =
  "Make its folder writable and free some space, or set SKEIN_HOME to a folder that you own.";
const unreadableHint =
  "Make it readable for you, or remove it: a new key is created, and placeholders in older sessions can no longer be restored.";

/** There was no key, and none could be written. */
class NotMade extends Error {}

/** The same key, or `undefined` if there is none that can be read. Creates nothing, and never throws. */
export async function existingRedactionKey(path: string): Promise<Uint8Array | undefined> {
  return read(path).catch(() => undefined);
}

async function read(path: string): Promise<Uint8Array | undefined> {
  try {
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0);
    await using file = await open(path, flags);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size !== keyBytes) throw new Error(`it does not hold ${keyBytes} bytes`);
    return new Uint8Array(await file.readFile());
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Written to a temporary file and linked into place, so that half a key is never read and the first of two processes
 * wins.
 */
async function make(path: string): Promise<Uint8Array> {
  // Not `recursive`: below a folder in which nothing can be created, such as /proc, that never ends.
  await mkdir(dirname(path), { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(8).toString("hex")}.skein-new`);
  try {
    {
      await using file = await open(beside, "wx", 0o600);
      await file.writeFile(randomBytes(keyBytes));
      await flushHandle(file);
    }
    // Some file systems have no hard links; an exclusive copy does not overwrite an existing file either.
    await link(beside, path)
      .catch(() => copyFile(beside, path, constants.COPYFILE_EXCL))
      .catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST") throw error;
      });
  } finally {
    await rm(beside, { force: true });
  }
  const key = await read(path);
  if (!key) throw new Error("it was removed at once");
  return key;
}

function notMade(cause: unknown): never {
  throw new NotMade(messageOf(cause), { cause });
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}
