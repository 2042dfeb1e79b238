/** A command that runs in the background of a session, beside its calls and runs. */
export interface BackgroundJob {
  /** Unique in the session. */
  readonly id: string;
  /** Without the secrets that it may contain. */
  readonly command: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** It goes on when the session is closed. */
  readonly kept?: true;
  /** Absent while it runs. */
  readonly end?: JobEnd;
}

/**
 * What ends a job. `session`: the session was closed. `deadline`: its time limit. `absence`: it ended itself, after
 * Skein had been gone for too long.
 */
export const jobEnders = ["itself", "model", "user", "session", "deadline", "absence"] as const;

export interface JobEnd {
  readonly by: (typeof jobEnders)[number];
  /** Absent when it is not known. */
  readonly exitCode?: number;
}

/** The background jobs of an extension. */
export interface ExtensionJobs {
  /** Those that run, and those that have ended, the oldest first. */
  list(): readonly BackgroundJob[];
  /** Calls back when a job has started or ended. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
  /** Resolves when it has ended. @returns whether a job of this id was running. */
  end(id: string): Promise<boolean>;
}
