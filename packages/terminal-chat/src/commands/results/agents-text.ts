import { agentProblemText } from "@skein/host/agents";
import type { AgentsListed } from "@skein/session-commands";
import type { ShellCommands } from "../../wording.ts";

export function agentsText(
  { agents, problems, usable, untrusted }: AgentsListed,
  shell: ShellCommands,
): string {
  return [
    ...(agents.length === 0
      ? ["There are no named agents: one is a Markdown file in .skein/agents or your own agents folder."]
      : ["Subagents are off here, so no agent can be mentioned."]),
    ...agentNotes({ agents, problems, usable, untrusted }, shell),
  ].join("\n");
}

/** What there is to know beside those that can be mentioned. */
export function agentNotes(
  { agents, problems, usable, untrusted }: Omit<AgentsListed, "kind">,
  shell: ShellCommands,
): readonly string[] {
  const late = agents.filter(({ name }) => !usable.includes(name));
  return [
    ...(usable.length > 0 && late.length > 0
      ? [`New since this chat began, and not known to it yet: ${late.map(({ name }) => name).join(", ")}.`]
      : []),
    ...problems.map(agentProblemText),
    ...(untrusted.length > 0
      ? [`Not counted, because this project is not trusted: ${untrusted.join(", ")}. See: ${shell.trustHelp}`]
      : []),
  ];
}
