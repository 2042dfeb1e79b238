import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "@skein/protocol";

/** A new folder in the system's temporary one. Throws `ConfigError` when that cannot take one. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  return mkdtemp(join(tmpdir(), prefix)).catch(refuseTemporaryFolder);
}

/** What a failed `mkdtemp` says of the machine; another error stays as it is. */
export function refuseTemporaryFolder(cause: unknown): never {
  const isTemporary = cause instanceof Error && "syscall" in cause && cause.syscall === "mkdtemp";
  if (!isTemporary) throw cause;
  const what = `The temporary folder ${tmpdir()} cannot be used: ${cause.message}`;
  const hint = "Set TMPDIR to a folder that exists and is writable.";
  throw new ConfigError("unreadable", what, { hint, cause });
}
