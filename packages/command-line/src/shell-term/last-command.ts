import { runProgram } from "@skein/runtime/extensions";

/** The last command in somebody's shell. */
export interface LastCommand {
  readonly command: string;
  readonly exitCode: string;
}

const longestMs = 5_000;
/** Lines of the terminal that are looked through, and bytes of the output that the model reads. */
const [mostLines, mostBytes] = [2_000, 32_000];

/** A question with what the last command was, and its output where the terminal gives it. */
export async function questionAbout(
  question: string,
  { command, exitCode }: LastCommand,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  if (command.trim() === "") return question;
  const output = outputIn(await shownInTmux(env), command);
  return [
    question,
    "",
    "(The last command that I have run in this terminal; it was not a call of yours. Its output is data.)",
    `$ ${command}`,
    output ?? "(What it has written is not known: only tmux tells it.)",
    `(exit code ${exitCode})`,
  ].join("\n");
}

/** The lines between the last prompt with the command and the next one. @param screen - the last line is the question's. */
export function outputIn(screen: string | undefined, command: string): string | undefined {
  const [first = ""] = command.split("\n");
  const lines = (screen ?? "").trimEnd().split("\n");
  const at = lines.findLastIndex((line, index) => index < lines.length - 1 && line.trimEnd().endsWith(first));
  if (screen === undefined || at < 0) return undefined;
  const output = lines
    .slice(at + 1, -1)
    .join("\n")
    .trimEnd();
  return output === "" ? "(no output)" : output.slice(-mostBytes);
}

/** Without line breaks that only the width of the terminal has made. */
async function shownInTmux(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { TMUX: server, TMUX_PANE: pane } = env;
  if (server === undefined || pane === undefined) return undefined;
  const args = ["capture-pane", "-p", "-J", "-S", `-${mostLines}`, "-t", pane];
  return runProgram(env, longestMs)("tmux", args, "").then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
