import type { LimitOptions } from "../limits/command-limits.ts";
import type { ProtectedChange } from "../protected/set-aside.ts";
import type { ProtectedPath } from "../protected/protected-paths.ts";

/**
 * How much a barrier holds back, best first.
 *
 * - `full`: files, and a network of its own from which a filtering proxy leads to single hosts.
 * - `bwrap`: files; network is all or none.
 * - `landlock`: files only, without namespaces. No launcher for it exists yet: it is never found.
 * - `none`: the command has the user's own rights.
 */
export type BarrierTier = "full" | "bwrap" | "landlock" | "none";

/** What commands may touch. Paths are absolute; links in them are resolved when a command is wrapped. */
export interface SandboxPolicy {
  /** The working folder: writable, but for `protect` and what Git and editors run from it. */
  readonly workspace: string;
  /** Default false: the workspace is writable. */
  readonly readOnly?: boolean;
  /** A folder of this session alone. Commands see it at its own path and as `/tmp`. */
  readonly temporary: string;
  /** Kept between sessions for package managers: no command outside of the sandbox may use it. Default: `temporary`. */
  readonly cache?: string;
  /** Further files and folders that may be changed. */
  readonly writable?: readonly string[];
  /** Readable although they are in a hidden folder. */
  readonly readable?: readonly string[];
  /** Neither readable nor writable. Default: none; `credentialPaths` is meant for it. */
  readonly hidden?: readonly string[];
  /** What programs outside obey, where it is in something writable. Default: none; see `protectedPaths`. */
  readonly protect?: readonly ProtectedPath[];
  /** A folder that commands cannot write to: for records of calls, and for files that were moved aside. */
  readonly state: string;
  /** Hosts that may be connected to; an empty list allows nothing. `all`: no limit, the machine's own ports included. */
  readonly hosts: readonly string[] | "all";
  /** Default: see `CommandLimits`. */
  readonly limits?: LimitOptions;
  /**
   * Path of the program `skein-launcher` of `@skein/launcher`, which counts processes and memory of a command. Default: a shell
   * script counts.
   */
  readonly counter?: string;
}

export interface BarrierCommand {
  /** The program first, absolute. */
  readonly argv: readonly string[];
  /** Where it starts: the workspace or something in it. */
  readonly cwd: string;
  /** Besides what the policy says. */
  readonly readable?: readonly string[];
  /**
   * Whether people work beside it: a server, a job. New files under protected names may be theirs, so they are reported and
   * not moved aside. Default false.
   */
  readonly isLasting?: boolean;
}

export interface WrappedCommand {
  /** What to start instead, in the folder that was asked for. */
  readonly argv: readonly string[];
  /** To be added to the environment, which is the caller's to choose: all of it reaches the command. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * To be called when the command has ended: checks what it has left under protected names. The same answer when it is called
   * again. Never rejects.
   */
  readonly release: () => Promise<readonly ProtectedChange[]>;
  /** Why the check of `release` failed, as a sentence. Undefined if it has not run or did not fail. */
  readonly checkFailure: () => string | undefined;
  /**
   * Which limit the kernel has applied, as a sentence. Limits that are counted are in the output of the
   * command, on its standard error.
   */
  readonly limitReached: () => string | undefined;
  /**
   * What in the output of a command that failed points to the sandbox, as sentences; empty where nothing does. A file that
   * is not readable for other reasons is no sign.
   */
  readonly signsIn: (output: string) => readonly string[];
}

/** A tier that works here: it was tried. */
export interface Barrier {
  readonly tier: Exclude<BarrierTier, "none" | "landlock">;
  /** `hosts`: single hosts can be allowed. `all-or-none`: a list of hosts cannot be obeyed. */
  readonly network: "hosts" | "all-or-none";
  /** @throws SandboxError when the policy cannot be kept: nothing may be started then. */
  open(policy: SandboxPolicy, options?: OpenOptions): OpenBarrier;
}

export interface OpenOptions {
  /**
   * Whose commands these are, asked at each command. What they make counts as theirs, also in a later process: repositories and
   * commits. Default: whoever has the same temporary folder.
   */
  readonly session?: () => string | undefined;
  /** Told what commands have left under protected names, also those of an earlier process that was killed. Default: no one is. */
  readonly report?: (changes: readonly ProtectedChange[]) => void;
  /** Receives a sentence if a check failed. Its record stays, and the next start checks again. Default: ignored. */
  readonly reportFailure?: (reason: string) => void;
}

/** A policy in force, for many commands. */
export interface OpenBarrier {
  /** @throws SandboxError when the command cannot be held: it must not be started then. */
  wrap(command: BarrierCommand): Promise<WrappedCommand>;
  /** No command may be wrapped afterwards; those that run keep what they have, but for the network. */
  close(): void;
}

/** Why a tier is not there, in sentences. */
export interface MissingBarrier {
  readonly tier: Exclude<BarrierTier, "none">;
  readonly reason: string;
  /** What the user can do about it. */
  readonly hint: string;
}

/** A policy that cannot be kept: the message says which part of it and what to do. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}
