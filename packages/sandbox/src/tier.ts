/**
 * What holds commands.
 *
 * - `pid-namespace`: nothing that a command starts outlives it or the process that started it, however that ends. It
 *   is no barrier: the command reads, writes and connects with the user's own rights.
 */
export type SandboxTier = "pid-namespace";

/** A command that is to be held. */
export interface CommandSpec {
  /** The program first, absolute. Becomes process 1 of its namespace: when it ends, all that it has started is killed. */
  readonly argv: readonly string[];
}

/** A tier that works here: it was tried. */
export interface Sandbox {
  readonly tier: SandboxTier;
  /** What it is made of, for people: `unshare` or `bwrap`. */
  readonly means: string;
  /**
   * The argv to start instead. It must be started by this process, from its main thread: the kernel ends the command
   * with the thread that started it, and a worker's ends earlier. Working folder, environment, standard streams and
   * the exit code pass through.
   */
  wrap(spec: CommandSpec): readonly string[];
}

/** Why there is no tier here, in sentences. */
export interface MissingTier {
  readonly tier: "none";
  readonly reason: string;
  /** What the user can do about it. */
  readonly hint: string;
}
