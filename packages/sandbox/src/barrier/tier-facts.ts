import { accessSync, constants, readFileSync, readlinkSync, statSync } from "node:fs";
import { release, tmpdir } from "node:os";
import { findProgram, systemFolders } from "../find-program.ts";

/** What decides whether namespaces can be made here, as far as it can be read; any may be missing. */
const files = [
  "/proc/sys/kernel/random/boot_id",
  "/proc/sys/kernel/unprivileged_userns_clone",
  "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
  "/proc/sys/user/max_user_namespaces",
  "/proc/self/attr/current",
];
const namespaces = ["user", "mnt", "pid", "net"].map((name) => `/proc/self/ns/${name}`);

/**
 * What the answer of `probeTiers` depends on, read without starting a program: the same text means that the answer was
 * most likely the same. It is no proof, so a command still needs a tier that was tried. `undefined` where no tier can be.
 */
export function tierFacts(folders: readonly string[] = systemFolders): string | undefined {
  if (process.platform !== "linux") return undefined;
  const programs = ["bwrap", "nsenter"].map((name) => findProgram(name, folders));
  if (programs[0] === undefined) return undefined;
  const facts = [
    programs.map((path) => path && versionOf(path)),
    [process.getuid?.(), process.geteuid?.(), release()],
    [tmpdir(), orNothing(() => accessSync(tmpdir(), constants.W_OK | constants.X_OK))],
    files.map((file) => orNothing(() => readFileSync(file, "utf8").trim())),
    namespaces.map((link) => orNothing(() => readlinkSync(link))),
  ];
  return JSON.stringify(facts);
}

function versionOf(path: string): readonly unknown[] {
  const { dev, ino, size, mtimeMs, mode } = statSync(path);
  return [path, dev, ino, size, mtimeMs, mode];
}

function orNothing<Value>(read: () => Value): Value | false {
  try {
    return read();
  } catch {
    return false;
  }
}
