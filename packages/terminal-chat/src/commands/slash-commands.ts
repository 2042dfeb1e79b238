import { findCommand, readCommandLine, sessionCommands, type CommandInfo } from "@skein/session-commands";
import { describeError } from "@skein/protocol";
import type { ChatScope } from "./chat-scope.ts";
import type { Offer } from "./results/offers.ts";
import { pickFrom, showResult } from "./results/show-result.ts";
import { helpText } from "./help-text.ts";
import { paste, pasteImage } from "./paste-command.ts";
import { runTheme, theme } from "./theme-command.ts";

const help: CommandInfo = { name: "help", description: "This list, and the keys" };
const exit: CommandInfo = { name: "exit", description: "Leave" };
const otherNames: Readonly<Record<string, string>> = { quit: "exit", "?": "help" };

/** All commands of the chat: those of a session, and those of a terminal. */
export function slashCommands(ofSession: readonly CommandInfo[] = sessionCommands): readonly CommandInfo[] {
  return [help, ...ofSession, paste, theme, exit];
}

/** Names that no recipe can take. */
export const chatCommandNames: readonly string[] = [help.name, paste.name, theme.name, exit.name];

/**
 * A text that is meant as a command: `/name …`, `!command` for the shell, `# text` to remember, in one line. A path like
 * `/etc/hosts` is not one.
 */
export function isSlashCommand(text: string): boolean {
  return readCommandLine(spelledOut(text)) !== undefined;
}

function spelledOut(text: string): string {
  const [, sign, rest = ""] = /^\s*(!|#(?=\s))\s*(\S[^]*)$/.exec(text) ?? [];
  if (sign === "!") return `/shell ${rest}`;
  return sign === "#" && !rest.trim().includes("\n") ? `/remember ${rest}` : text;
}

/** Runs the command that was typed, then what is picked in it; what goes wrong is shown. */
export async function runSlashCommand(text: string, scope: ChatScope): Promise<void> {
  try {
    for (let line: string | undefined = text; line !== undefined;) line = await runLine(line, scope);
  } catch (error) {
    scope.view.error(describeError(error));
  }
}

/** @returns the command line to run next. */
async function runLine(text: string, scope: ChatScope): Promise<string | undefined> {
  const { chat, commands, view, leave } = scope;
  const line = readCommandLine(spelledOut(text));
  if (!line) return undefined;
  if (line.name === "") return pickFrom(commandOffer(slashCommands(await commands.listIn(chat))), view);
  const { [line.name]: name = line.name } = otherNames;
  // At once, so that a message that is typed behind a command waits for it. Only prompts have names with a colon.
  const all = slashCommands(name.includes(":") ? await commands.listIn(chat) : commands.list);
  const found = findCommand(name, all);
  if (!("command" in found)) return showResult({ kind: "unknown-command", name, ...found }, scope);
  if (found.command === paste) return pasteImage(scope);
  if (found.command === theme) return runTheme(line.argument, scope);
  if (found.command === help) view.say(helpText(slashCommands(await commands.listIn(chat))));
  else if (found.command === exit) leave();
  if (found.command === help || found.command === exit) return undefined;
  const result = await commands.run({ ...line, name: found.command.name }, chat, {
    ask: view.askAside,
    tell: (sentence, level) => view.say(sentence, level === "warning" ? "warning" : undefined),
    output: (piece) => view.output(piece),
    subagents: () => chat.state().subagents,
  });
  return showResult(result, scope);
}

/** All commands, to find one by what it does; one that needs more is typed to its end. */
function commandOffer(all: readonly CommandInfo[]): Offer {
  const needsMore = (name: string) => {
    const { argument } = all.find((one) => one.name === name) ?? {};
    return argument !== undefined && !argument.isOptional;
  };
  return {
    list: {
      title: "Commands",
      items: all.map(({ name, description }) => ({ value: name, label: `/${name}`, detail: description })),
    },
    next: ({ value }) => (needsMore(value) ? { draft: `/${value} ` } : { line: `/${value}` }),
  };
}
