import type { BackgroundJob, Extension, Redactor } from "@skein/protocol";

/** The background jobs of an agent. */
export interface AgentJobs {
  /** Those that run, and those that have ended. */
  list(): readonly BackgroundJob[];
  /** Resolves when it has ended. @returns whether a job of this id was running. */
  end(id: string): Promise<boolean>;
}

export function agentJobs(extensions: readonly Extension[], redactor: Redactor): AgentJobs {
  const all = extensions.flatMap(({ jobs }) => jobs ?? []);
  return {
    list: () =>
      all.flatMap((jobs) => jobs.list().map((job) => ({ ...job, command: redactor.redact(job.command) }))),
    async end(id) {
      for (const jobs of all) if (await jobs.end(id)) return true;
      return false;
    },
  };
}
