import { findProgram } from "./find-program.ts";

/** One way to make a PID namespace that ends with us. */
export interface Means {
  readonly name: string;
  /** What a command's argv is put behind, in a process that already ends with us. */
  readonly argv: readonly string[];
}

/**
 * Ways to try, the one that changes least for the command first. `unshare` without a user namespace needs rights that
 * root has; with one, programs that become another user (sudo) no longer can. `bwrap` may be allowed where `unshare`
 * is not: some systems let only named programs make user namespaces.
 */
export function meansOf(folders: readonly string[]): readonly Means[] {
  const isRoot = process.getuid?.() === 0;
  const unshare = findProgram("unshare", folders);
  const bwrap = findProgram("bwrap", folders);
  const fork = ["--pid", "--fork", "--kill-child=KILL", "--mount-proc", "--"];
  const withUnshare: readonly Means[] = unshare
    ? [
        ...(isRoot ? [{ name: "unshare", argv: [unshare, ...fork] }] : []),
        { name: "unshare", argv: [unshare, "--user", "--map-current-user", ...fork] },
      ]
    : [];
  // Without --cap-add, root would keep its name and lose its rights.
  const rights = isRoot ? ["--cap-add", "ALL"] : [];
  const places = ["--dev-bind", "/", "/", "--proc", "/proc"];
  const withBwrap: readonly Means[] = bwrap
    ? [
        {
          name: "bwrap",
          argv: [bwrap, "--die-with-parent", "--unshare-pid", "--as-pid-1", ...rights, ...places, "--"],
        },
      ]
    : [];
  return isRoot ? [...withUnshare, ...withBwrap] : [...withBwrap, ...withUnshare];
}

/**
 * Has the kernel end what follows together with us: PR_SET_PDEATHSIG, which stays over `exec`. It says nothing of a
 * parent that was gone before it was set, so that is looked at after it: whoever asks then sees another parent.
 */
export function endingWithUs(setpriv: string, argv: readonly string[]): readonly string[] {
  const check = '[ "$PPID" = "$0" ] && exec "$@"';
  return [setpriv, "--pdeathsig", "KILL", "--", "/bin/sh", "-c", check, String(process.pid), ...argv];
}
