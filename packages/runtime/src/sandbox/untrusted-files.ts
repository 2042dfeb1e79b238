import { dirname, join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { ConfigError, messageOf } from "@skein/protocol";
import {
  listUntrusted,
  trustFile,
  untrustedCheck,
  type UntrustedCheck,
  type UntrustedFile,
} from "@skein/sandbox/untrusted-files";

/** Where the sandbox stores what it knows of files, in the data folder of a runtime. */
export function sandboxState(dataFolder: string): string {
  return join(dataFolder, "sandbox");
}

/** Files that commands have left under protected names: nothing of Skein reads them. */
export function untrustedFiles(dataFolder: string): UntrustedCheck {
  return untrustedCheck(sandboxState(dataFolder));
}

export function listUntrustedFiles(dataFolder: string): readonly UntrustedFile[] {
  return listUntrusted(sandboxState(dataFolder));
}

/**
 * Trusts a file, and puts it back where it was moved aside. Throws `ConfigError`.
 *
 * @param path - absolute, links in the folders above resolved.
 * @returns `undefined` when it is not among those files.
 */
export async function trustUntrustedFile(
  dataFolder: string,
  path: string,
): Promise<UntrustedFile | undefined> {
  const file = listUntrustedFiles(dataFolder).find((one) => one.path === path);
  if (file === undefined) return undefined;
  try {
    makeFolders(dirname(path), 0o777);
    return trustFile(sandboxState(dataFolder), path);
  } catch (cause) {
    throw new ConfigError("unreadable", `${path} cannot be put back: ${messageOf(cause)}`, {
      cause,
      hint: file.aside === undefined ? "Try again." : `It is in ${file.aside}: move it yourself.`,
    });
  }
}
