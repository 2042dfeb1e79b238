import { helpFlag } from "../define-command.ts";
import { onlyFlags, withoutFlags, type Flags } from "../flag.ts";
import { jsonFlag } from "./common-flags.ts";
import { runFlags } from "./run-flags.ts";
import { recipeFlags } from "./task-flags.ts";

/** A chat is a run whose tasks are typed. */
export const chatFlags = {
  ...recipeFlags,
  ...onlyFlags(
    runFlags,
    "provider",
    "model",
    "fallback",
    "effort",
    "temperature",
    "mode",
    "read-only",
    "restricted",
    "agent",
    "system",
    "system-file",
    "cwd",
    "worktree",
    "worktree-end",
    "no-hints",
    "with-builtin",
    "with-extension",
    "with-streamable-http-extension",
    "no-profile",
    "no-recipe",
    "max-turns",
    "max-tool-calls",
    "max-tool-repetitions",
    "max-time",
    "max-cost",
    "max-tokens",
    "sandbox",
    "on-crash",
    "name",
    "session-id",
    "resume",
    "fork",
    "at",
    "no-checkpoints",
    "debug",
  ),
  plain: { description: "Lines only: nothing is drawn, moved or coloured" },
  pick: { description: "Begin with a list of recent sessions, to resume one" },
  "screen-reader": { description: "Lines only, with words instead of signs" },
  help: helpFlag,
} as const satisfies Flags;

/** Of runs that resume a session. */
export const resumableFlags = withoutFlags(
  runFlags,
  "resume",
  "worktree",
  "no-session",
  "recipe",
  "params",
  "sub-recipe",
  "explain",
  "render-recipe",
  "interactive",
);

/** Of runs whose terminal does not wait for them. */
export const backgroundFlags = {
  ...withoutFlags(
    runFlags,
    "resume",
    "fork",
    "at",
    "no-recipe",
    "no-session",
    "explain",
    "render-recipe",
    "interactive",
    "output-format",
    "stream",
    "no-deltas",
    "include-messages",
    "output-schema",
    "quiet",
    "debug",
    "help",
  ),
  json: jsonFlag,
} as const satisfies Flags;

/** With a terminal and no task it is a chat, otherwise a run. */
export const resumeFlags = {
  ...resumableFlags,
  name: { short: "n", value: "NAME", description: "The session, by its name" },
  "session-id": { value: "ID", suggests: "sessions", description: "The session, by its id" },
  fork: { description: "Work on a copy of the session, and leave it as it is" },
  continue: { description: "Resume what was left open, without a question, also in a terminal" },
  plain: chatFlags.plain,
  "screen-reader": chatFlags["screen-reader"],
  help: helpFlag,
} as const satisfies Flags;
