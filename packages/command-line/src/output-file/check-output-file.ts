import { lstat } from "node:fs/promises";
import { ConfigError } from "@skein/protocol";

export interface OutputFile {
  /** Absolute. */
  readonly path: string;
  /** Replaces a file that exists. */
  readonly force: boolean;
}

/** Throws `ConfigError` when the file exists and must not be replaced, or when something other than a file is there. */
export async function checkOutputFile({ path, force }: OutputFile): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats && !stats.isFile()) {
    throw new ConfigError("usage", `${path} is there and is no file that could be replaced.`, {
      nextStep: { do: "name-file" },
    });
  }
  if (stats && !force) throw fileExists(path);
}

export function fileExists(path: string): ConfigError {
  return new ConfigError("usage", `${path} is there already.`, { nextStep: { do: "replace-file" } });
}
