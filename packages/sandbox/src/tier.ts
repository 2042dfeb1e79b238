/**
 * How commands are confined.
 *
 * - `pid-namespace`: nothing that a command starts outlives it or the process that started it, however that ends.
 *   It is not an access barrier: the command reads, writes and connects with the user's own rights.
 */
export type SandboxTier = "pid-namespace";

/** A command to confine. */
export interface CommandSpec {
  /**
   * The program, absolute, and its arguments. It becomes process 1 of its namespace: when it ends, everything it
   * started is killed.
   */
  readonly argv: readonly string[];
}

/** A tier that was tried and works here. */
export interface Sandbox {
  readonly tier: SandboxTier;
  /** The program it uses, for people: `unshare` or `bwrap`. */
  readonly means: string;
  /**
   * The argv to start instead. Start it from this process's main thread: the kernel ends the command with the thread
   * that started it, and a worker's ends earlier. Working directory, environment, standard streams and the exit code
   * pass through.
   */
  wrap(spec: CommandSpec): readonly string[];
}

/** Why no tier works here, in sentences. */
export interface MissingTier {
  readonly tier: "none";
  readonly reason: string;
  /** What the user can do about it. */
  readonly hint: string;
}
