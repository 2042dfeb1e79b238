import type { CommandInfo } from "@skein/session-commands";
import { rankPaths, type Complete, type Completion } from "@skein/terminal/screen";
import { mentionItems, pathItems } from "./mention-items.ts";

const mostResources = 50;

/**
 * Completes commands and their arguments, files, folders and symbols after `@`, and at the start of a message agents too.
 *
 * @param agents - names of those that can be mentioned now.
 * @param mentions - what else a word that begins with `@` may become.
 * @param commands - in the order in which they are offered.
 */
export function chatCompletions(
  cwd: string,
  commands: () => Promise<readonly CommandInfo[]>,
  agents: () => readonly string[] = () => [],
  mentions: (word: string) => Promise<readonly string[]> = async () => [],
): Complete {
  const named = mentionItems(cwd);
  return async (before, isFirstLine, isAsked, signal) => {
    if (isFirstLine && before.startsWith("/")) {
      const all = await commands();
      const items = before.includes(" ") ? await argumentItems(before, all) : commandItems(before, all);
      const prefix = before.includes(" ") ? before.slice(before.indexOf(" ") + 1) : before;
      return items.length === 0 ? undefined : { items, prefix };
    }
    const word = /(?:^|[\s("'])(@(?:"[^"\n]*|[^\s"']*))$/.exec(before)?.[1];
    const path = word ?? (isAsked ? /[^\s"']*$/.exec(before)?.[0] : undefined);
    if (path === undefined || path === "") return undefined;
    const isStart = isFirstLine && word !== undefined && before.trimStart() === word;
    const items = [
      ...(isStart ? agentItems(path, agents()) : []),
      ...(word === undefined ? [] : await resourceItems(word, mentions, signal)),
      ...(word === undefined ? await pathItems(path, cwd) : await named(word, signal)),
    ];
    return items.length === 0 ? undefined : { items, prefix: path };
  };
}

/** The best first, as far as more than the name of an extension is typed. */
async function resourceItems(
  word: string,
  mentions: (word: string) => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<readonly Completion[]> {
  const found = await mentions(word);
  const typed = word.slice(word.indexOf(":") + 1);
  const isRanked = word.includes(":") && typed !== "";
  const values = isRanked
    ? await rankPaths(found, typed, mostResources, signal)
    : found.slice(0, mostResources);
  return values.map((value) => ({ value, label: value }));
}

function commandItems(before: string, commands: readonly CommandInfo[]): Completion[] {
  const typed = before.slice(1).toLowerCase();
  return commands
    .filter(({ name }) => name.startsWith(typed))
    .toSorted((one, other) => Number(other.name === typed) - Number(one.name === typed))
    .map(({ name, argument, description }) => ({
      value: `/${name}${argument === undefined ? "" : " "}`,
      label: `/${name}`,
      description,
    }));
}

async function argumentItems(before: string, commands: readonly CommandInfo[]): Promise<Completion[]> {
  const [, name, typed = ""] = /^\/(\S+) (.*)$/.exec(before) ?? [];
  const { argument } = commands.find((command) => command.name === name) ?? {};
  const values = (await argument?.complete?.(typed)) ?? argument?.values ?? [];
  return values
    .filter((value) => value !== typed && value.startsWith(typed))
    .map((value) => ({ value, label: value }));
}

function agentItems(word: string, agents: readonly string[]): Completion[] {
  const typed = word.slice(1).toLowerCase();
  return agents
    .filter((name) => name.toLowerCase().startsWith(typed))
    .map((name) => ({ value: `@${name} `, label: `@${name}`, description: "agent" }));
}
