import type { Command } from "@skein/command-line";
import type { RewindOptions } from "@skein/runtime";
import { defineCommand } from "../arguments/command-line.ts";
import { backFlags, goBack } from "./go-back.ts";
import { userSession } from "./user-session.ts";

export interface UndoCommand {
  readonly name: "undo" | "redo";
  readonly title: string;
  readonly text: string;
  /** Said afterwards. */
  readonly wayBack?: (session: string) => string;
}

export function undoCommand({ name, title, text, wayBack }: UndoCommand): Command {
  return defineCommand({
    name: `session ${name}`,
    help: {
      title,
      text,
      usage: ["[ID|NAME] [flags]"],
      examples: [`skein session ${name} --dry-run`, `skein session ${name} ID --yes`],
    },
    flags: backFlags,
    words: 1,
    suggests: "sessions",
    run: async (flags, words) => {
      await using found = await userSession(words[0]);
      const { sessions, session } = found;
      const go = (options: RewindOptions) => sessions[name](session, options);
      return goBack({ session, go, wayBack: wayBack?.(session), flags });
    },
  });
}
