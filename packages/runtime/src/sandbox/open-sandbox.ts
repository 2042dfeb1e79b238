import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { homeFolder } from "@skein/platform/user";
import type { DeveloperSettings } from "@skein/extensions-builtin/developer";
import { ConfigError } from "@skein/protocol";
import type {
  BarrierCommand,
  OpenBarrier,
  ProtectedChange,
  SandboxPolicy,
  WorkspaceLimit,
  WrappedCommand,
} from "@skein/sandbox";
import { ownFolders } from "../folders/own-folders.ts";
import { counterOf, limitsText } from "./command-limits.ts";
import { describeChange } from "./describe-change.ts";
import { tiersOfStart, type ChosenTier, type FindTiersOptions } from "./find-tiers.ts";
import { sandboxState, trustUntrustedFile } from "./untrusted-files.ts";
import type { KnownTier } from "./kept-tiers.ts";
import { loadSandbox } from "../later.ts";

/** What holds commands back. Paths are absolute. */
export interface SandboxSettings {
  /** `auto`: the best tier that works here, or nothing. `require`: opening fails when none works. `off`: nothing. */
  readonly mode: "auto" | "require" | "off";
  /** Besides the working folder and a temporary one. Default: nothing. */
  readonly writable?: readonly string[] | undefined;
  /** Although it is in a hidden folder. Default: nothing. */
  readonly readable?: readonly string[] | undefined;
  /** Besides keys, tokens, browser profiles and Skein's own folders. Default: nothing. */
  readonly hidden?: readonly string[] | undefined;
  /** `*` among them: all. Default: none. */
  readonly hosts?: readonly string[] | undefined;
  /** Names of MCP servers that are held, too; `*` among them: all that are commands. Default: none, most need the network. */
  readonly servers?: readonly string[] | undefined;
  /** Whether commands of hooks are held, too. Default: false. */
  readonly hooks?: boolean | undefined;
  /** Processes of one command. Default: see `CommandLimits` of `@skein/sandbox`. */
  readonly processes?: number | undefined;
  /** Memory of all processes of one command. Default: the same. */
  readonly memoryBytes?: number | undefined;
}

/** `none`: nothing works here. `off`: nothing was wanted. */
export type SandboxTierInForce = KnownTier["tier"] | "none" | "off";

type HoldCommand = (command: BarrierCommand) => Promise<WrappedCommand>;

export interface OpenSandbox {
  readonly tier: SandboxTierInForce;
  readonly shell: DeveloperSettings["sandbox"];
  /** Of a server, by its name, and of hooks: absent where they are not held. */
  readonly server: (name: string) => HoldCommand | undefined;
  readonly hooks: HoldCommand | undefined;
  /**
   * Notes that a permitted tool or command works outside of the sandbox, beside commands in it.
   *
   * @param path - the file that it writes; absolute. Default: it may write any.
   * @returns a function to be called when it has ended.
   */
  readonly beginOutsideWork: (path?: string) => Promise<() => void>;
  /** Removes the temporary folder of the commands. */
  readonly close: () => void;
}

interface SandboxSources extends Pick<FindTiersOptions, "stateFolder" | "probe"> {
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The session at the root of this one, once it is known. What its commands make counts as theirs. */
  readonly session?: () => string | undefined;
  /** Whether the user is told what does not work here. Default true. */
  readonly announces?: boolean;
}

/** What commands in a sandbox cannot do in a folder. */
export async function workspaceLimitsIn(
  cwd: string,
  writable?: readonly string[],
): Promise<readonly WorkspaceLimit[]> {
  const { workspaceLimits } = await loadSandbox();
  return workspaceLimits(cwd, { writable });
}

/** @throws ConfigError when one is required and none works, or when the hosts cannot be held to or read. */
export async function openSandbox(
  settings: {
    readonly cwd: string;
    readonly sandbox?: SandboxSettings | undefined;
    readonly onCrash?: "continue" | "stop" | undefined;
    readonly launcher?: "auto" | "off" | undefined;
    readonly warn?: ((sentence: string) => void) | undefined;
  },
  sources: SandboxSources,
): Promise<OpenSandbox> {
  const { sandbox = { mode: "off" }, cwd } = settings;
  if (sandbox.mode === "off") return withoutBarrier("off");
  const hosts = hostsOf(sandbox);
  const isList = hosts !== "all" && hosts.length > 0;
  const fits = ({ network }: KnownTier) => !isList || network === "hosts";
  const { stateFolder, announces = true, ...options } = { ...sources, onCrash: settings.onCrash, fits };
  // One that is required is tried at the start, so that opening fails.
  const kept = sandbox.mode === "auto" ? { stateFolder } : {};
  const { found, missing } = await tiersOfStart({ ...options, ...kept });
  const tier = found.find(fits);
  if (tier && announces && settings.warn)
    for (const { text, hint: way } of await workspaceLimitsIn(cwd, sandbox.writable))
      settings.warn(`${text} ${way}`);
  if (tier) return withBarrier(tier, { ...settings, sandbox, hosts, warn: settings.warn }, sources);
  const hint = [...new Set(missing.map((one) => one.hint))].join(" ");
  if (found.length > 0) {
    throw new ConfigError("usage", "The sandbox here cannot allow single hosts: it allows all or none.", {
      hint: `Set sandboxAccess.hosts to [] or ["*"]. ${hint}`,
    });
  }
  if (sandbox.mode === "auto") {
    const reason = missing.find((one) => one.tier === "bwrap")?.reason ?? "";
    if (announces)
      settings.warn?.(`No sandbox works here: commands run with your own rights. ${reason} ${hint}`.trim());
    return withoutBarrier("none");
  }
  const reasons = missing.map(({ reason }) => reason).join(" ");
  throw new ConfigError("usage", `A sandbox is required, and none works here. ${reasons}`, { hint });
}

function withoutBarrier(tier: "none" | "off"): OpenSandbox {
  return {
    tier,
    shell: undefined,
    server: () => undefined,
    hooks: undefined,
    beginOutsideWork: async () => () => {},
    close: () => {},
  };
}

interface BarrierOptions {
  readonly sandbox: SandboxSettings;
  readonly hosts: SandboxPolicy["hosts"];
  readonly cwd: string;
  readonly launcher?: "auto" | "off" | undefined;
  readonly warn: ((sentence: string) => void) | undefined;
}

async function withBarrier(
  { tier, barrier }: ChosenTier,
  { sandbox, hosts, cwd, launcher, warn }: BarrierOptions,
  { dataFolder, env, session }: SandboxSources,
): Promise<OpenSandbox> {
  await requireReadable(hosts);
  const home = env["HOME"] ?? homeFolder();
  const own = ownFolders(dataFolder, env).map(({ path }) => path);
  let opened: { readonly barrier: OpenBarrier; readonly temporary: string } | undefined;
  const network =
    hosts === "all" ? "have network" : isEmpty(hosts) ? "have no network" : `reach ${hosts.join(", ")} only`;
  const report = (changes: readonly ProtectedChange[]) => {
    for (const change of changes) warn?.(describeChange(change, cwd));
  };
  const reportFailure = (reason: string) =>
    warn?.(
      `Skein could not check what a command left in files that other programs obey: ${reason} Check them; the next start checks again.`,
    );
  const open = async () => {
    const tried = await barrier();
    const { credentialPaths, protectedPaths } = await loadSandbox();
    const counter = await counterOf(launcher);
    makeFolders(dataFolder, 0o700);
    if (opened) return opened; // by a command that started together with this one
    const temporary = mkdtempSync(join(tmpdir(), "skein-sandbox-"));
    const policy: SandboxPolicy = {
      workspace: cwd,
      temporary,
      state: sandboxState(dataFolder),
      hosts,
      hidden: [...credentialPaths(home), ...own, ...(sandbox.hidden ?? [])],
      writable: sandbox.writable ?? [],
      readable: sandbox.readable ?? [],
      protect: protectedPaths(home, realpathSync(cwd)),
      limits: { processes: sandbox.processes, memoryBytes: sandbox.memoryBytes },
      ...(counter === undefined ? {} : { counter }),
    };
    return (opened = {
      barrier: tried.open(policy, { report, reportFailure, ...(session ? { session } : {}) }),
      temporary,
    });
  };
  let isUsed = false;
  const hold = async (command: BarrierCommand) => {
    isUsed = true;
    const held = opened ?? (await open());
    const wrapped = await held.barrier.wrap({ ...command, cwd: realpathSync(command.cwd) });
    return { ...wrapped, trust: (path: string) => trustUntrustedFile(dataFolder, path) };
  };
  const holdServer = (command: BarrierCommand) => hold({ ...command, isLasting: true });
  const { servers = [] } = sandbox;
  return {
    tier,
    shell: {
      limits: `They write only to ${["the working folder", ...(sandbox.writable ?? [])].join(", ")} and $TMPDIR (also as /tmp, theirs alone), ${network}, and cannot change Git's settings. Each may have ${limitsText(sandbox)}.`,
      hold,
    },
    server: (name) => (servers.includes("*") || servers.includes(name) ? holdServer : undefined),
    hooks: sandbox.hooks ? hold : undefined,
    async beginOutsideWork(path) {
      // Without a command before it, none runs beside it.
      if (!isUsed) return () => {};
      return (await loadSandbox()).beginOutsideWork(path);
    },
    close() {
      opened?.barrier.close();
      if (opened !== undefined) rmSync(opened.temporary, { recursive: true, force: true });
      opened = undefined;
    },
  };
}

/** @throws ConfigError when one of the hosts cannot be read. */
async function requireReadable(hosts: SandboxPolicy["hosts"]): Promise<void> {
  if (hosts === "all" || isEmpty(hosts)) return;
  const { readHosts, SandboxError } = await loadSandbox();
  try {
    readHosts(hosts);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    throw new ConfigError("usage", `sandboxAccess.hosts: ${error.message}`);
  }
}

function hostsOf({ hosts = [] }: SandboxSettings): SandboxPolicy["hosts"] {
  return hosts.includes("*") ? "all" : hosts;
}

function isEmpty(list: readonly string[]): boolean {
  return list.length === 0;
}
