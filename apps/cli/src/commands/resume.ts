import { type Command, type Parsed, flagHelp, parseFlags, refuseWords } from "@skein/command-line";
import { resumeFlags } from "@skein/command-line/flags";
import { chosenSession, findSession } from "@skein/host/sessions";
import { ConfigError, exitCodes } from "@skein/protocol";
import type { ChooseSession } from "../arguments/session-wishes.ts";
import { runWith } from "./run.ts";
import { loadChatCommand } from "../later.ts";

type ResumeFlags = Parsed<typeof resumeFlags>;

const help = `skein resume: resume a session

Usage
  skein resume [ID|NAME] [flags]             in a terminal: the chat, where it stood
  skein resume [ID|NAME] -t TEXT [flags]     a task more, as skein run does it
  skein resume [ID|NAME] --continue [flags]  what was cut off or interrupted goes on, without a word more

Examples
  skein resume                               the last session of this folder
  skein resume heron --fork                  try something in a copy of it
  skein resume 20261120-11 -t "now the tests"
  skein resume --continue --mode auto        after a crash, in a script

Without ID it is the last session of this folder. Without a terminal and without a task, what was left open goes on;
when nothing was, it ends with exit code 2. A command that ran when Skein was killed is not run again: its real result
is read. --fork leaves the session as it is and works on a copy.

Flags
${flagHelp(resumeFlags)}

Modes, providers and exit codes: skein run --help
`;

const resumeCommand: Command = async (args) => {
  const { flags, words } = parseFlags("skein resume", resumeFlags, args);
  if (flags.help) {
    process.stdout.write(help);
    return exitCodes.done;
  }
  refuseWords("skein resume", words, 1);
  const choose = chooser(flags, words[0]);
  const resumed = { ...flags, resume: true };
  const hasTask = [flags.text, flags.instructions, flags.attach].some((one) => one !== undefined);
  if (flags.continue && hasTask) {
    throw new ConfigError("usage", "--continue goes on without a task, and there is one.", {
      hint: "Leave one of them out.",
    });
  }
  if (flags.continue) return runWith(resumed, { choose, goesOn: true });
  if (hasTask || !isChat(flags)) return runWith(resumed, { choose });
  const { chatWith } = await loadChatCommand();
  return chatWith(resumed, { choose });
};

export const main: Command = Object.assign(resumeCommand, {
  flags: resumeFlags,
  suggests: "sessions" as const,
});

/** Output that a program wants is none of a chat. */
function isChat(flags: ResumeFlags): boolean {
  const wantsOutput = flags["output-format"] !== undefined || flags["output-schema"] !== undefined;
  return process.stdin.isTTY && process.stdout.isTTY && !wantsOutput && !flags.quiet;
}

function chooser(flags: ResumeFlags, word: string | undefined): ChooseSession {
  const named = [word, flags["session-id"], flags.name].filter((one) => one !== undefined);
  if (named.length > 1) {
    throw new ConfigError("usage", `Which session: ${named.join(" or ")}?`, { hint: "Name it once." });
  }
  return async ({ sessions }, cwd) => {
    const listed = await sessions.list();
    const session = await findSession({ sessions: { list: async () => listed } }, named[0], cwd);
    return chosenSession(listed.find((one) => one.session === session) ?? { session, damaged: "" });
  };
}
