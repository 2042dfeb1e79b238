import { constants } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMissingOrBlocked } from "@skein/platform/files";
import { ConfigError, messageOf } from "@skein/protocol";
import { writeWhole } from "../atomic-write.ts";
import { ensurePrivateFolder } from "../private-folder.ts";

const maxBytes = 64 * 1024;

/** Secrets in files, one per secret and named like it, so that two processes that write at once lose nothing. */
export interface SecretFiles {
  path(name: string): string;
  /** Throws `ConfigError` when the file exists and cannot be read. */
  get(name: string): Promise<string | undefined>;
  /** Accessible to the owner only, whatever the umask. Throws `ConfigError`. */
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<boolean>;
}

export function secretFiles(folder: string): SecretFiles {
  const path = (name: string): string => join(folder, name);
  return {
    path,
    async get(name) {
      try {
        // A link could lead to any file, whose content would then be sent to a vendor.
        const flags = constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0);
        await using file = await open(path(name), flags);
        const stats = await file.stat();
        if (!stats.isFile() || stats.size > maxBytes) throw new Error("it is no file that holds a key");
        return (await file.readFile("utf8")).trim();
      } catch (cause) {
        if (isMissingOrBlocked(cause)) return undefined;
        throw new ConfigError("unreadable", `${path(name)} cannot be read: ${messageOf(cause)}.`, {
          cause,
          hint: "Make it readable for you, or remove it and enter the key again.",
          nextStep: { do: "set-up" },
        });
      }
    },
    async set(name, value) {
      await ensurePrivateFolder(folder);
      try {
        await writeWhole(path(name), `${value}\n`, { isPrivate: true });
      } catch (cause) {
        throw new ConfigError("unreadable", `${path(name)} cannot be written: ${messageOf(cause)}.`, {
          cause,
          hint: "Make its folder writable, or set SKEIN_HOME to a folder that you own.",
        });
      }
    },
    async remove(name) {
      try {
        await rm(path(name));
        return true;
      } catch (error) {
        if (isMissingOrBlocked(error)) return false;
        throw error;
      }
    },
  };
}
