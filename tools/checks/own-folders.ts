import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
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
 * disk take a third of the system's time. Unless the caller has chosen a folder. What killed runs have left is removed.
 */
function inMemory(): string | undefined {
  if (process.env["TMPDIR"] !== undefined) return undefined;
  const folder = `${memoryPrefix}${process.pid}`;
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize < neededBytes) return undefined;
    removeLeft();
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    return undefined;
  }
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  const isRun = spawnSync(program).status === 0;
  rmSync(isRun ? program : folder, { recursive: true });
  return isRun ? folder : undefined;
}

/** Folders named by the process that made them. */
const memoryPrefix = "/dev/shm/skein-tests-";

function removeLeft(): void {
  for (const folder of globSync(`${memoryPrefix}*`)) {
    if (statSync(folder).uid !== process.getuid?.()) continue;
    if (!existsSync(`/proc/${folder.slice(memoryPrefix.length)}`))
      rmSync(folder, { recursive: true, force: true });
  }
}
