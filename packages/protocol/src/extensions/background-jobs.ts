/**
 * Command that runs in the background of a session, during and between its
 * calls and runs.
 */
export interface BackgroundJob {
  /** Id that is unique in the session. */
  readonly id: string;
  /** Command line, with placeholders instead of secrets. */
  readonly command: string;
  /** Time of the start, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Set if the job continues when the session is closed. */
  readonly kept?: true;
  /** End of the job. Absent while it runs. */
  readonly end?: JobEnd;
}

/**
 * Causes of the end of a job.
 *
 * - `itself`: its process ended.
 * - `model`, `user`: a tool call or a person stopped it.
 * - `session`: the session was closed.
 * - `deadline`: its time limit was reached.
 * - `absence`: it ended itself, after Skein had been gone for too long.
 */
export const jobEnders = ["itself", "model", "user", "session", "deadline", "absence"] as const;

/** End of a background job. */
export interface JobEnd {
  /** Cause of the end. */
  readonly by: (typeof jobEnders)[number];
  /**
   * Exit code of the process. Absent if unknown, for example after a signal.
   */
  readonly exitCode?: number;
  /** Limit of the sandbox that the job reached, as a sentence. Absent if it reached none. */
  readonly limit?: string;
}

/** Background jobs of an extension. */
export interface ExtensionJobs {
  /** Returns running jobs and jobs that have ended, oldest first. */
  list(): readonly BackgroundJob[];
  /**
   * Calls `listener` when a job has started or ended.
   *
   * @returns a function that removes the listener.
   */
  onChange(listener: () => void): () => void;
  /**
   * Stops a job. Resolves when it has ended.
   *
   * @returns true if a job with this id was running.
   */
  end(id: string): Promise<boolean>;
}
