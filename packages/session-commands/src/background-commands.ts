import { ConfigError } from "@skein/protocol";
import { newSessionId } from "@skein/runtime";
import { startBackground } from "@skein/session-processes/background";
import type { SessionCommand } from "./command.ts";

/** Tasks beside this session. */
export const backgroundCommands: readonly SessionCommand[] = [
  {
    name: "bg",
    argument: { hint: "TASK" },
    description: "Do a task in the background, in a session and a process of its own",
    async run(text, { machine, session, backgroundRun }) {
      if (text === "") throw new ConfigError("usage", "What is to be done in the background?");
      if (!backgroundRun)
        throw new ConfigError("usage", "Nothing can be started in the background from here.");
      const { cwd, provider, model, mode } = session.settings();
      const id = newSessionId(new Date(), Math.random);
      const run = backgroundRun({ session: id, cwd, provider, model, mode, text });
      const started = await startBackground(machine, run, new AbortController().signal);
      if ("pid" in started) return { kind: "background", session: id, end: undefined };
      if (started.hasBegun) return { kind: "background", session: id, end: started.exitCode };
      throw new ConfigError("usage", `It could not begin (exit code ${started.exitCode}).`, {
        hint: started.said.trim(),
      });
    },
  },
];
