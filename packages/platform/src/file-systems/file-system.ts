import { readFileSync, realpathSync } from "node:fs";

/** The file system that holds a path. */
export interface FileSystem {
  /** For example `ext4`, `nfs4` or `fuse.sshfs`. */
  readonly type: string;
  /** Absolute. */
  readonly mountPoint: string;
}

/**
 * Finds the file system of an existing path. Undefined if unknown: outside Linux, and without `/proc`.
 *
 * @param mounts - in the format of proc_pid_mountinfo(5). Default: those of this process.
 */
export function fileSystemOf(path: string, mounts: string = readMounts()): FileSystem | undefined {
  const real = realPath(path);
  let best: FileSystem | undefined;
  for (const line of mounts.split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    const mountPoint = unescapeOctal(before.split(" ")[4] ?? "");
    const [type = ""] = after.split(" ");
    const isAbove = mountPoint === "/" || real === mountPoint || real.startsWith(`${mountPoint}/`);
    // A later mount at the same place covers the earlier one.
    if (mountPoint !== "" && isAbove && mountPoint.length >= (best?.mountPoint.length ?? 0))
      best = { type, mountPoint };
  }
  return best;
}

/** The clause of an error that names a file system: `the file system (nfs4, mounted at /home)`. */
export function describeFileSystem(path: string, mounts?: string): string {
  const found = fileSystemOf(path, mounts);
  return found ? `the file system (${found.type}, mounted at ${found.mountPoint})` : "the file system";
}

function readMounts(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Spaces in paths are octal there: `\040`. */
function unescapeOctal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
