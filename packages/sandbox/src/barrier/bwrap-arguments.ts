import { existsSync, realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { isInside } from "@skein/platform/folders";
import type { Egress } from "../network/open-egress.ts";
import { countedArgv } from "../limits/counted-command.ts";
import { coversFor, type Cover } from "./covers.ts";
import type { Protection } from "../protected/plan-protection.ts";
import { foreignOwner } from "./foreign-owner.ts";
import { serviceSockets } from "./service-sockets.ts";
import { signsOf } from "./signs.ts";
import { SandboxError, type BarrierCommand, type SandboxPolicy, type WrappedCommand } from "./port.ts";

/** No command gets more than this, whatever the policy says. A tmpfs is private to one command. */
const base = [
  "--unshare-all",
  "--unshare-user",
  "--disable-userns",
  "--cap-drop",
  "ALL",
  "--new-session",
  "--die-with-parent",
  // Process 1 counts, and starts the command.
  "--as-pid-1",
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  // The kernel lets root's files in /proc/sys be written by who is root outside, even without any capability.
  "--remount-ro",
  "/proc",
  // Sockets of services and of the desktop: whoever may connect to them can have things done outside.
  "--tmpfs",
  "/run",
  "--tmpfs",
  "/var/tmp",
];

/** Parts of /run that programs need; they hold no sockets to ask for anything but names. */
const ofRun = [
  "/run/current-system",
  "/run/systemd/resolve",
  "/run/resolvconf",
  "/run/NetworkManager/resolv.conf",
];

interface WrapOptions {
  /** The network to run it in. Default: all of it or none, as the policy says. */
  readonly egress?: Egress;
  /** How protected paths are protected. Default: there are none, and Git's folder is like any other. */
  readonly protection?: Protection;
  /** How old a socket of a service is when it is hidden. Default: see `serviceSockets`. */
  readonly socketsAfterMs?: number;
}

/** Of one command; its `release` is made by whoever has planned the protection. */
export type Wrapping = Omit<WrappedCommand, "release" | "checkFailure" | "limitReached">;

/**
 * The argv of bubblewrap for a command. Its environment is not in there: arguments can be read by everybody on the
 * machine. So there is no `--clearenv`, and the caller starts it with exactly what the command is to have.
 */
export function wrapByBwrap(
  bwrap: string,
  command: BarrierCommand,
  policy: SandboxPolicy,
  { egress, protection, socketsAfterMs }: WrapOptions = {},
): Wrapping {
  const { workspace, temporary, cache, writable: folders } = foldersOf(policy);
  const own = [...new Set([temporary, cache])];
  const writable = [...folders, ...(protection?.git.writable ?? [])];
  const grants = [workspace, ...writable, ...own];
  const { outer, inner } = hiddenOf(policy.hidden, grants);
  const covers = coversFor(protection?.mounted ?? [], outermost(writable));
  const [counter] = policy.counter === undefined ? [] : existing([policy.counter]);
  const readable = existing([
    ...(policy.readable ?? []),
    ...(command.readable ?? []),
    ...(counter === undefined ? [] : [counter]),
  ]);
  const sockets = serviceSockets([...grants, ...outer, ...inner, ...readable], socketsAfterMs);
  const network = policy.hosts === "all" ? "all" : egress === undefined ? "none" : "hosts";
  const argv = [
    bwrap,
    ...base,
    ...(network === "none" ? [] : ["--share-net"]),
    ...ofRun.filter(existsSync).flatMap((path) => ["--ro-bind", path, path]),
    "--bind",
    temporary,
    "/tmp",
    ...outer.flatMap((path) => ["--perms", "0500", "--tmpfs", path]),
    ...(policy.readOnly ? ["--ro-bind", workspace, workspace] : []),
    ...[...outermost(writable), ...own].flatMap((path) => ["--bind", path, path]),
    ...covers.flatMap(({ path, kind }) => coverArguments(path, kind)),
    ...inner.flatMap((path) => hideArguments(path)),
    ...sockets.flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...readable.flatMap((path) => ["--ro-bind", path, path]),
    ...[...outer, ...inner.filter(isFolder)].flatMap((path) => ["--remount-ro", path]),
    "--chdir",
    command.cwd,
    "--",
    ...countedArgv(command.argv, { limits: policy.limits, counter }),
  ];
  const held = {
    cwd: command.cwd,
    hidden: [...(policy.hidden ?? []), ...outer, ...inner],
    protect: [...(protection?.mounted ?? []), ...(protection?.watched ?? []).map(({ path }) => path)],
    network,
    foreignOwner: (path: string) => foreignOwner(path, grants),
  } as const;
  const before = egress?.refusedCount() ?? 0;
  return {
    argv: egress?.enter(argv) ?? argv,
    env: { ...environmentOf(temporary, cache), ...(network === "none" ? withoutRetries : egress?.env) },
    signsIn: (output) => signsOf(output, { ...held, refused: egress?.refusedSince(before) ?? [] }),
  };
}

/** What a command can write to, without Git's folder; links resolved. Throws `SandboxError`. */
export function foldersOf(policy: SandboxPolicy) {
  const workspace = folderOf(policy.workspace);
  const temporary = folderOf(policy.temporary);
  const cache = folderOf(policy.cache ?? policy.temporary);
  return {
    workspace,
    temporary,
    cache,
    writable: [...(policy.readOnly ? [] : [workspace]), ...existing(policy.writable)],
  };
}

function coverArguments(path: string, kind: Cover["kind"]): readonly string[] {
  if (kind === "keep") return ["--bind", path, path];
  return ["--ro-bind", path, path];
}

function hideArguments(path: string): readonly string[] {
  return isFolder(path) ? ["--perms", "0500", "--tmpfs", path] : ["--ro-bind", "/dev/null", path];
}

/** Folders above something that is granted are emptied first, and what is granted appears in them again. */
function hiddenOf(hidden: readonly string[] = [], grants: readonly string[]) {
  const paths = outermost(existing(hidden)).toSorted((a, b) => a.length - b.length);
  const isAbove = (path: string) => grants.some((grant) => isInside(grant, path));
  return { outer: paths.filter(isAbove), inner: paths.filter((path) => !isAbove(path)) };
}

/**
 * Caches that programs cannot do without writing to: the home folder is read-only. Others stay where they are, so that
 * what is in them is found (browsers for tests, modules, toolchains).
 */
function environmentOf(temporary: string, cache: string): Readonly<Record<string, string>> {
  return {
    TMPDIR: temporary,
    npm_config_cache: `${cache}/npm`,
    // It would look for a newer npm, and wait for that.
    npm_config_update_notifier: "false",
    YARN_CACHE_FOLDER: `${cache}/yarn`,
    PIP_CACHE_DIR: `${cache}/pip`,
    UV_CACHE_DIR: `${cache}/uv`,
    GOCACHE: `${cache}/go-build`,
  };
}

/** Where there is no network, npm would wait for it for more than a minute. */
const withoutRetries: Readonly<Record<string, string>> = { npm_config_fetch_retries: "0" };

function folderOf(path: string): string {
  const real = realpathSync.native(path);
  if (!isAbsolute(path) || real === "/") {
    throw new SandboxError(
      `${path} cannot be writable in a sandbox. Work in the folder of a project, or without a sandbox.`,
    );
  }
  return real;
}

function existing(paths: readonly string[] = []): readonly string[] {
  return paths.filter(existsSync).map((path) => realpathSync.native(path));
}

function outermost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isInside(path, other)));
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}
