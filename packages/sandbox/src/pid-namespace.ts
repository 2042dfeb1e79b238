import { findProgram } from "./find-program.ts";

/** A way to create a PID namespace that ends with this process. */
export interface Means {
  readonly name: string;
  /** The argv to prepend to the command, inside a process that already ends with this one. */
  readonly argv: readonly string[];
}

/**
 * The ways to try, the least intrusive first. `unshare` without a user namespace needs root's rights; with one,
 * programs that change the user (sudo) stop working. `bwrap` may be permitted where `unshare` is not: some systems
 * let only certain programs create user namespaces.
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
  // Without --cap-add, root would keep its name and lose its capabilities.
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
 * Asks the kernel to end what follows together with this process: PR_SET_PDEATHSIG, which survives `exec`. It does
 * not cover a parent that died before it was set, so the parent is checked afterwards.
 */
export function endingWithUs(setpriv: string, argv: readonly string[]): readonly string[] {
  const check = '[ "$PPID" = "$0" ] && exec "$@"';
  return [setpriv, "--pdeathsig", "KILL", "--", "/bin/sh", "-c", check, String(process.pid), ...argv];
}
