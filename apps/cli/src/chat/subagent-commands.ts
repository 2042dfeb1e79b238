import { ConfigError } from "@skein/protocol";
import { agentProblemText, mentionable, namedAgents } from "@skein/host/agents";
import { effectiveSettings } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { counted, tokensText } from "../output/run-summary.ts";
import { callWords } from "../output/call-words.ts";
import type { ShownSubagent } from "../output/watch-subagents.ts";
import { shortFolder } from "./show-path.ts";
import type { CommandScope, SlashCommand } from "./slash-command.ts";
import { seconds } from "./spinner.ts";

/** Who else can work, and who does. */
export const subagentCommands: readonly SlashCommand[] = [
  {
    name: "agents",
    description: "Named agents: @NAME at the start of a message gives it to one",
    run: showAgents,
  },
  {
    name: "subagents",
    description: "Subagents at work, with their ids",
    run(_, { chat, view }) {
      const { subagents } = chat.state();
      view.say(subagents.length === 0 ? "No subagent is at work." : subagentLines(subagents, Date.now()));
    },
  },
  {
    name: "cancel",
    argument: "ID",
    description: "End a subagent; ID as /subagents shows it, its beginning, or the name",
    run: cancel,
  },
];

async function showAgents(_: string, { chat, view }: CommandScope): Promise<void> {
  const { settings } = chat.state();
  const known = await namedAgents(await effectiveSettings(thisMachine(), settings.cwd));
  const untrusted = await known.untrusted();
  const usable = mentionable(settings);
  const late = known.agents.filter(({ name }) => !usable.includes(name));
  const rows = known.agents.map(
    ({ name, description, path }) => `  @${name}  ${description}\n      ${shortFolder(path)}`,
  );
  const lines = [
    ...(rows.length === 0
      ? ["There are no named agents: one is a Markdown file in .skein/agents or your own agents folder."]
      : rows),
    ...(usable.length === 0 && known.agents.length > 0
      ? ["Subagents are off here, so none of them can be mentioned."]
      : late.length > 0
        ? [`New since this chat began, and not known to it yet: ${late.map(({ name }) => name).join(", ")}.`]
        : []),
    ...known.problems.map(agentProblemText),
    ...(untrusted.length > 0
      ? [`Not counted, because this project is not trusted: ${untrusted.join(", ")}. See: skein trust --help`]
      : []),
  ];
  view.say(lines.join("\n"));
}

/** One line each: what it is, how far it is, what it does now. */
function subagentLines(subagents: readonly ShownSubagent[], now: number): string {
  return subagents
    .map(({ session, label, depth, isBackground, startedAt, turns, usage, running }) => {
      const last = running.at(-1);
      const words = [
        `${session}  ${label}${isBackground ? " (background)" : ""}`,
        seconds(now - startedAt),
        counted(turns, "turn"),
        tokensText(usage),
        last ? `${last.tool} ${callWords(last.input)}` : "thinks",
      ];
      return `${"  ".repeat(depth)}${words.join(" · ")}`;
    })
    .join("\n");
}

function cancel(argument: string, { chat, runtime, view }: CommandScope): void {
  const { subagents } = chat.state();
  const found = subagents.filter(({ session, label }) => session === argument || label === argument);
  const begun = argument === "" ? [] : subagents.filter(({ session }) => session.startsWith(argument));
  const [child, ...others] = found.length > 0 ? found : begun;
  if (!child || others.length > 0) {
    const what =
      argument === ""
        ? "Which subagent?"
        : `${child ? "More than one" : "No"} subagent at work is "${argument}".`;
    throw new ConfigError("usage", what, {
      hint:
        subagents.length === 0 ? "None is at work." : `Name one:\n${subagentLines(subagents, Date.now())}`,
    });
  }
  const isEnding = runtime.interrupt(child.session, "The user has cancelled it.");
  view.say(isEnding ? `${child.label} is told to end.` : `${child.label} has just ended.`);
}
