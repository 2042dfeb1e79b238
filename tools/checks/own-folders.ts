import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What all tests together have in their folders at one time is a small part of it. */
const neededBytes = 4 * 1024 ** 3;

/**
 * Vitest's global set-up: an empty home folder and an empty temporary folder for all test processes, which inherit the
 * variables of this one. What the user has there changes no result, and nothing of the tests stays there.
 */
export function setup(): () => void {
  const folder = inMemory() ?? mkdtempSync(join(tmpdir(), "skein-"));
  const names = ["HOME", "TMPDIR", "LANG", "LC_ALL"];
  const before = names.map((name) => [name, process.env[name]] as const);
  // Short names: paths of sockets may have 107 bytes.
  process.env["HOME"] = join(folder, "h");
  process.env["TMPDIR"] = join(folder, "t");
  // Commands warn of a language that is not installed.
  delete process.env["LANG"];
  delete process.env["LC_ALL"];
  mkdirSync(join(folder, "h"));
  mkdirSync(join(folder, "t"));
  // Tests run commands as other users, too.
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "t"), 0o1777);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * A folder in memory, where the system has one that is large enough and runs programs: files that are written through to a
 * disk take a third of the system's time. Unless the caller has chosen a folder.
 */
function inMemory(): string | undefined {
  if (process.env["TMPDIR"] !== undefined) return undefined;
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize < neededBytes) return undefined;
    folder = mkdtempSync("/dev/shm/skein-");
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    if (spawnSync(program).status !== 0) throw new Error("programs do not run there");
    rmSync(program);
    return folder;
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}
