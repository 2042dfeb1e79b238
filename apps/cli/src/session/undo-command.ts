import { sessionUndoFlags } from "./flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { refuseWords } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";
import { findSession } from "./find.ts";
import { goBack } from "./go-back.ts";
import { subcommandHelp } from "../arguments/subcommand-help.ts";
import { userSessions } from "./user-sessions.ts";

export interface UndoCommand {
  readonly name: "undo" | "redo";
  readonly title: string;
  readonly text: string;
  /** Said afterwards. */
  readonly wayBack?: (session: string) => string;
}

export function undoCommand({ name, title, text, wayBack }: UndoCommand): Command {
  return async (args) => {
    const { flags, words } = parseFlags(`session ${name}`, sessionUndoFlags, args);
    if (flags.help) {
      const usage = ["[ID|NAME] [flags]"];
      const examples = [`skein session ${name} --dry-run`, `skein session ${name} ID --yes`];
      process.stdout.write(
        subcommandHelp(`session ${name}`, { title, text, usage, examples, flags: sessionUndoFlags }),
      );
      return 0;
    }
    refuseWords(`session ${name}`, words, 1);
    await using sessions = userSessions();
    const session = await findSession({ sessions }, words[0], process.cwd());
    return await goBack({
      session,
      go: (options) => sessions[name](session, options),
      wayBack: wayBack?.(session),
      isDryRun: flags["dry-run"] ?? false,
      keepFiles: flags["keep-files"] ?? false,
      isAgreed: flags.yes ?? false,
      asJson: flags.json ?? false,
      isQuiet: flags.quiet ?? false,
    });
  };
}
