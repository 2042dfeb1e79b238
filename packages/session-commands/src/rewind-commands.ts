import { ConfigError, extractText } from "@skein/protocol";
import { asTyped } from "@skein/host/agents";
import { openEnd } from "@skein/host/sessions";
import type { SessionCommand } from "./command.ts";
import { entriesOf, requireBegun } from "./entries-of.ts";
import { showDiff } from "./show-diff.ts";
import { rewindTo } from "./rewind-to.ts";

/** Back and forth in the session, and away from it. */
export const rewindCommands: readonly SessionCommand[] = [
  {
    name: "undo",
    description: "Undo the last run and its changes to files; your message is in the prompt again",
    when: "between-runs",
    async run(_, scope) {
      const { runtime, session } = scope;
      const rewound = await session.alone(async () =>
        runtime.sessions.undo(await requireBegun(scope, "undo")),
      );
      return { kind: "rewound", by: "undo", rewound, text: asTyped(extractText(rewound.said ?? [])) };
    },
  },
  {
    name: "diff",
    argument: { hint: "revert NUMBER", isOptional: true },
    description: "What the last run that changed files has changed in them; reverts single hunks",
    run: showDiff,
  },
  {
    name: "redo",
    description: "Redo what was undone last",
    when: "between-runs",
    async run(_, scope) {
      const { runtime, session } = scope;
      const rewound = await session.alone(async () =>
        runtime.sessions.redo(await requireBegun(scope, "redo")),
      );
      return { kind: "rewound", by: "redo", rewound };
    },
  },
  {
    name: "rewind",
    argument: { hint: "NUMBER [conversation|files]", isOptional: true },
    description: "Go back to before an earlier message: conversation and files, or one of them",
    when: "between-runs",
    run: rewindTo,
  },
  {
    name: "fork",
    argument: { hint: "NAME", isOptional: true },
    description: "Continue in a copy of the session; this one stays as it is",
    when: "between-runs",
    async run(name, scope) {
      const { runtime, session: open } = scope;
      const named = name === "" ? {} : { name };
      const forked = await open.alone(async () => {
        const parent = await requireBegun(scope, "fork");
        return { session: await runtime.sessions.fork(parent, named), parent };
      });
      return { kind: "go-to", how: "fork", ...forked, ...named };
    },
  },
  {
    name: "continue",
    description: "Resume a run that was interrupted or hit a limit",
    when: "between-runs",
    async run(_, scope) {
      if (openEnd(await entriesOf(scope)) !== undefined) return { kind: "go-on" };
      throw new ConfigError("usage", "Nothing to resume: no run was left open.", {
        hint: "Send a message that says what to do next.",
      });
    },
  },
];
