import { ConfigError, textOf } from "@skein/protocol";
import type { Rewound } from "@skein/runtime";
import { asTyped } from "@skein/host/agents";
import { openEnd } from "../open-end.ts";
import { collectEntries } from "./collect-entries.ts";
import { lastTurn } from "./earlier-items.ts";
import { fileLines } from "./rewound-files.ts";
import type { CommandScope, SlashCommand } from "./slash-command.ts";

/** Back and forth in the session, and away from it. */
export const rewindCommands: readonly SlashCommand[] = [
  {
    name: "undo",
    description: "Take back the last run and what it did to files; what you said is in the prompt again",
    needsIdle: true,
    async run(_, scope) {
      const { chat, runtime, view } = scope;
      const { session } = requireBegun(scope, "undo");
      await chat.alone(async () => {
        const rewound = await runtime.sessions.undo(session);
        await showPlace(rewound, scope, "The last run is taken back; /redo brings it again.");
        view.draft(asTyped(textOf(rewound.said ?? [])));
      });
    },
  },
  {
    name: "redo",
    description: "Take the last /undo back",
    needsIdle: true,
    async run(_, scope) {
      const { chat, runtime } = scope;
      const { session } = requireBegun(scope, "redo");
      await chat.alone(async () => {
        const rewound = await runtime.sessions.redo(session);
        await showPlace(rewound, scope, "The undo is taken back.");
      });
    },
  },
  {
    name: "fork",
    argument: "[NAME]",
    description: "Go on in a copy of the session; this one stays as it is",
    needsIdle: true,
    async run(name, scope) {
      const { chat, runtime, view } = scope;
      const { session: parent } = requireBegun(scope, "fork");
      const named = name === "" ? {} : { name };
      const session = await chat.alone(() => runtime.sessions.fork(parent, named));
      await chat.goTo({ session, ...named }, true);
      view.say(`Now in ${session}, a fork of ${parent}.`);
    },
  },
  {
    name: "continue",
    description: "Go on with a run that was interrupted or hit a limit",
    needsIdle: true,
    async run(_, { chat, runtime }) {
      const { session } = chat.state().settings;
      if (openEnd(await collectEntries(runtime.sessions.entries(session))) === undefined) {
        throw new ConfigError("usage", "There is nothing to go on with: no run was left open.", {
          hint: "Say what to do next.",
        });
      }
      chat.goOn();
    },
  },
];

function requireBegun({ chat }: CommandScope, command: string): { readonly session: string } {
  const { settings, hasBegun } = chat.state();
  if (hasBegun) return settings;
  throw new ConfigError("usage", `There is nothing to ${command}: nothing was said yet.`);
}

/** Where the conversation stands now, and what was done to files for it. */
async function showPlace(rewound: Rewound, { chat, view }: CommandScope, done: string): Promise<void> {
  const { cwd } = chat.state().settings;
  const items = await chat.refresh();
  view.say([done, ...fileLines(rewound, cwd)].join("\n"));
  if (items.length === 0) return view.say("Nothing is said any more; the session begins anew.");
  view.say("This is where it stands:", "dim");
  await view.earlier(lastTurn(items));
}
