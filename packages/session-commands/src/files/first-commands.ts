import type { FirstReply } from "@skein/agent";
import { fillIn, fillPlaces, hasPlaces } from "./fill-in.ts";

/** `` !`git status` ``: a command of a shell whose output the message wants. */
const command = /!`([^`\n]+)`/g;

export function hasCommands(template: string): boolean {
  return template.search(command) >= 0;
}

export interface WithFirstCommands {
  /** What is sent. In the place of each command stands where its output is. */
  readonly text: string;
  readonly commands: readonly string[];
}

/**
 * A template filled in, and the commands that are in it. Only those of the file itself count: what is filled in is not looked at
 * for others.
 */
export function withFirstCommands(template: string, argument: string): WithFirstCommands {
  const commands = [...template.matchAll(command)].map(([, text = ""]) => fillPlaces(text, argument));
  let at = 0;
  const marked = template.replaceAll(command, () => `(the output of command ${++at}, which has run first)`);
  const text = hasPlaces(template) ? fillPlaces(marked, argument) : fillIn(marked, argument);
  return { text, commands };
}

/** The calls that run them. `undefined`: there are none. */
export function firstReply(name: string, commands: readonly string[]): FirstReply | undefined {
  if (commands.length === 0) return undefined;
  const what = commands.length === 1 ? "this command" : `these ${commands.length} commands`;
  return {
    text: `/${name} runs ${what} first.`,
    calls: commands.map((one) => ({ name: "shell", input: { command: one } })),
  };
}
