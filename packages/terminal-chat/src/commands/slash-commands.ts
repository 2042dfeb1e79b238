import { findCommand, readCommandLine, sessionCommands, type CommandInfo } from "@skein/host/commands";
import { describeError } from "@skein/protocol";
import type { ChatScope } from "./chat-scope.ts";
import { showResult } from "./results/show-result.ts";
import { helpText } from "./help-text.ts";
import { runTheme, theme } from "./theme-command.ts";

const help: CommandInfo = { name: "help", description: "This list, and the keys" };
const exit: CommandInfo = { name: "exit", description: "Leave" };
const otherNames: Readonly<Record<string, string>> = { quit: "exit", "?": "help" };

/** All commands of the chat: those of a session, and those of a terminal. */
export function slashCommands(ofSession: readonly CommandInfo[] = sessionCommands): readonly CommandInfo[] {
  return [help, ...ofSession, theme, exit];
}

/** Names that no recipe can take. */
export const ownNames: readonly string[] = [help.name, theme.name, exit.name];

/** A line that is meant as a command; a path like `/etc/hosts` is not one. */
export function isSlashCommand(text: string): boolean {
  return readCommandLine(text) !== undefined;
}

/** Runs the command that was typed; what goes wrong is shown. */
export async function runSlashCommand(text: string, scope: ChatScope): Promise<void> {
  const { chat, commands, view, leave } = scope;
  try {
    const line = readCommandLine(text);
    if (!line) return;
    const { [line.name]: name = line.name } = otherNames;
    // At once, so that a message that is typed behind a command waits for it. Only prompts have names with a colon.
    const all = slashCommands(name.includes(":") ? await commands.listIn(chat) : commands.list);
    const found = findCommand(name, all);
    if (!("command" in found)) return await showResult({ kind: "unknown-command", name, ...found }, scope);
    if (found.command === help) return view.say(helpText(slashCommands(await commands.listIn(chat))));
    if (found.command === theme) return await runTheme(line.argument, scope);
    if (found.command === exit) return leave();
    const result = await commands.run({ ...line, name: found.command.name }, chat, {
      ask: view.askAside,
      tell: (sentence, level) => view.say(sentence, level === "warning" ? "warning" : undefined),
      subagents: () => chat.state().subagents,
    });
    await showResult(result, scope);
  } catch (error) {
    view.error(describeError(error));
  }
}
