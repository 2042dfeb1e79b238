import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { isInside } from "@skein/platform/folders";
import { orNothing } from "../protected/entries.ts";

/** Folders that a command has for itself, or where there is nothing to connect to. */
const ownFolders = ["/run", "/tmp", "/var/tmp", "/dev", "/proc", "/sys"];

/**
 * Milliseconds. A younger socket may be gone before it is mounted over, and the command would not start: services live for
 * hours, what tests and tools listen on for seconds.
 */
const settledMs = 60_000;

/**
 * Sockets of services: of password managers, container engines, key agents. Whoever may read a folder can connect to the
 * sockets in it, also without any network.
 *
 * @param granted - folders whose sockets stay: what a command itself listens on is in them.
 * @param afterMs - how old a socket has to be. Default: a minute.
 */
export function serviceSockets(granted: readonly string[], afterMs = settledMs): readonly string[] {
  const sockets = boundPaths().flatMap((path) => {
    const real = orNothing(() => realpathSync(path));
    const stats = real === undefined ? undefined : lstatSync(real, { throwIfNoEntry: false });
    const isSettled = stats?.isSocket() === true && Date.now() - stats.ctimeMs > afterMs;
    return real !== undefined && isSettled ? [real] : [];
  });
  return [...new Set(sockets)].filter(
    (path) => ![...ownFolders, ...granted].some((folder) => isInside(path, folder)),
  );
}

/** Paths that the kernel knows sockets by, in the network of this process; links in them are not resolved. */
function boundPaths(): readonly string[] {
  const table = orNothing(() => readFileSync("/proc/net/unix", "utf8")) ?? "";
  const paths = table.split("\n").flatMap((line) => {
    const path = /^\S+: (?:\S+ ){5}\s*\d+ (\/.*)$/.exec(line)?.[1];
    return path === undefined || ownFolders.some((folder) => isInside(path, folder)) ? [] : [path];
  });
  return [...new Set(paths)];
}
