import { ConfigError } from "@skein/protocol";
import { costs, permissionModes, type Costs } from "@skein/runtime";
import { nearestWord } from "@skein/settings";
import { costText, counted, tokensText } from "../output/run-summary.ts";
import { knownProviders } from "../providers.ts";
import { collectEntries } from "./collect-entries.ts";
import { contextCommands } from "./context-commands.ts";
import { recipeCommands } from "./recipe-commands.ts";
import { rewindCommands } from "./rewind-commands.ts";
import { sessionCommands } from "./session-commands.ts";
import type { CommandScope, SlashCommand } from "./slash-command.ts";
import { subagentCommands } from "./subagent-commands.ts";
import { saidError } from "../wording/next-step.ts";

/** All commands of the chat. */
export const slashCommands: readonly SlashCommand[] = [
  {
    name: "help",
    description: "This list, and the keys",
    run: (_, { view, more }) => view.say(helpText(more)),
  },
  {
    name: "model",
    argument: "[ID]",
    description: "Show or change the model; PROVIDER ID changes both",
    async run(argument, { chat, view }) {
      const { provider, model } = chat.state().settings;
      if (argument === "") return view.say(`Model: ${provider} ${model}`);
      const [first = "", ...rest] = argument.split(/\s+/);
      const isBoth = Object.hasOwn(knownProviders, first);
      const named = isBoth ? rest.join(" ") || knownProviders[first]?.defaultModel : argument;
      if (named === undefined) {
        throw new ConfigError("usage", `Which model of ${first}?`, { hint: `Type /model ${first} ID` });
      }
      await chat.setModel(isBoth ? first : provider, named);
      view.say(`From the next request on: ${isBoth ? first : provider} ${named}`);
    },
  },
  {
    name: "mode",
    argument: "[MODE]",
    description: `Show or change what may happen unasked: ${permissionModes.map(({ name }) => name).join(", ")}`,
    values: () => permissionModes.map(({ name }) => name),
    async run(argument, { chat, view }) {
      if (argument === "") return view.say(modesText(chat.state().settings.mode));
      await chat.setMode(modeNamed(argument));
      view.say(`From the next call on: ${argument}`);
    },
  },
  {
    name: "queue",
    argument: "TEXT",
    description: "Send it when the model has answered",
    run: (text, { chat }) => (text === "" ? undefined : chat.send(text, "next")),
  },
  { name: "cost", description: "What the session has cost", run: showCost },
  ...contextCommands,
  ...rewindCommands,
  ...sessionCommands,
  ...recipeCommands,
  ...subagentCommands,
  {
    name: "tools",
    description: "What the model can use",
    async run(_, { chat, view }) {
      const { tools } = await chat.prepare();
      view.say(tools.length === 0 ? "No tools: the mode is chat." : tools.join(", "));
    },
  },
  { name: "exit", description: "Leave", run: (_, { leave }) => leave() },
];

/** A line that is meant as a command; a path like `/etc/hosts` is none. */
export function isSlashCommand(text: string): boolean {
  return /^\/[\w?-]*(?:\s|$)/.test(text);
}

/** Runs the command that was typed; what goes wrong is shown. */
export async function runSlashCommand(text: string, scope: CommandScope): Promise<void> {
  const [, typed = "", argument = ""] = /^\/(\S*)\s*([^]*)$/.exec(text.trim()) ?? [];
  try {
    const command = commandNamed(typed.toLowerCase(), [...slashCommands, ...(scope.more ?? [])]);
    if (command.needsIdle && scope.chat.state().isRunning) {
      throw new ConfigError("usage", `/${command.name} has to wait until the answer is there.`, {
        hint: "Esc interrupts it.",
      });
    }
    await command.run(argument.trim(), scope);
  } catch (error) {
    scope.view.error(saidError(error));
  }
}

function commandNamed(name: string, commands: readonly SlashCommand[]): SlashCommand {
  const meant = name === "quit" ? "exit" : name === "?" ? "help" : name;
  const found = commands.find((command) => command.name === meant);
  if (found) return found;
  const begun = name.length < 2 ? [] : commands.filter((command) => command.name.startsWith(name));
  if (begun.length === 1 && begun[0]) return begun[0];
  const guess = nearestWord(
    name,
    commands.map((command) => command.name),
  );
  throw new ConfigError("usage", `There is no command /${name}.`, {
    hint: guess === undefined ? "/help lists all." : `Did you mean /${guess}? /help lists all.`,
  });
}

function helpText(more: readonly SlashCommand[] = []): string {
  const rows = [...slashCommands, ...more].map(
    ({ name, argument, description }) =>
      `  ${`/${name}${argument === undefined ? "" : ` ${argument}`}`.padEnd(27)}${description}`,
  );
  return [...rows, "", ...keys.map(([key, meaning]) => `  ${key.padEnd(27)}${meaning}`)].join("\n");
}

const keys: readonly (readonly [string, string])[] = [
  ["Enter", "Send; while the model works: steer it, before its next step"],
  ["Alt+Enter", "A new line; while the model works: send when it has answered"],
  ["Shift+Enter, Ctrl+J, \\Enter", "A new line"],
  ["@", "Complete a file name, at the start an agent's name; Tab completes what is begun"],
  ["Up, Down", "Earlier prompts"],
  ["Ctrl+O", "Show what was clipped last, whole"],
  ["Esc, Ctrl+C", "Interrupt; twice at an empty prompt: leave"],
  ["Esc at a question", "Reject this call; once more interrupts, and so does Ctrl+C"],
];

function modeNamed(word: string): string {
  const names = permissionModes.map(({ name }) => name);
  const found = names.find((name) => name === word);
  if (found !== undefined) return found;
  const guess = nearestWord(word, names);
  throw new ConfigError("usage", `There is no mode "${word}".`, {
    hint: guess === undefined ? `Use one of: ${names.join(", ")}.` : `Did you mean ${guess}?`,
  });
}

function modesText(current: string): string {
  return permissionModes
    .map(({ name, description }) => `${name === current ? "›" : " "} ${name.padEnd(14)}${description}`)
    .join("\n");
}

async function showCost(_: string, { chat, runtime, view }: CommandScope): Promise<void> {
  const entries = await collectEntries(runtime.sessions.entries(chat.state().settings.session));
  const all = costs(entries);
  const { models, requests, usage } = all;
  if (requests === 0) return view.say("Nothing yet: no model has been asked.");
  const known = ({
    costUsd,
    isEstimate,
    hasUnknownCost,
  }: Omit<Costs, "models" | "purposes" | "inherited">) => {
    const said = costText(costUsd, isEstimate);
    return hasUnknownCost ? (costUsd > 0 ? `${said} and more that is unknown` : "cost unknown") : said;
  };
  const rows = models.map(
    (one) =>
      `${one.provider} ${one.model}: ${counted(one.requests, "request")}, ${tokensText(one.usage)}, ${known(one)}`,
  );
  const cached = usage.cacheRead === undefined ? "" : `, ${usage.cacheRead} read from a cache`;
  const total = `In all: ${counted(requests, "request")}, ${tokensText(usage)}${cached}, ${known(all)}`;
  view.say([...rows, total].join("\n"));
}
