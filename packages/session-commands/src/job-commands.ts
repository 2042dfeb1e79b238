import { ConfigError } from "@skein/protocol";
import type { SessionCommand } from "./command.ts";

/** Commands that the model has started and that run beside it. */
export const jobCommands: readonly SessionCommand[] = [
  {
    name: "jobs",
    argument: { hint: "end ID", isOptional: true },
    description: "Background jobs of the shell; end ID ends one",
    async run(argument, { session }) {
      if (argument === "") return { kind: "jobs", jobs: await session.jobs() };
      const id = /^end\s+(\S+)$/.exec(argument)?.[1];
      if (id === undefined)
        throw new ConfigError("usage", `/jobs cannot do ${JSON.stringify(argument)}.`, {
          hint: "Write /jobs for the list, or /jobs end ID.",
        });
      const wasRunning = await session.endJob(id);
      return { kind: "jobs", jobs: await session.jobs(), ended: { id, wasRunning } };
    },
  },
];
