import { agentProblemText } from "@skein/host/agents";
import type { AgentsListed } from "@skein/host/commands";
import type { ShellCommands } from "../../wording.ts";
import { shortFolder } from "@skein/terminal";

export function agentsText(
  { agents, problems, usable, untrusted }: AgentsListed,
  shell: ShellCommands,
): string {
  const late = agents.filter(({ name }) => !usable.includes(name));
  const rows = agents.map(
    ({ name, description, path }) => `  @${name}  ${description}\n      ${shortFolder(path)}`,
  );
  return [
    ...(rows.length === 0
      ? ["There are no named agents: one is a Markdown file in .skein/agents or your own agents folder."]
      : rows),
    ...(usable.length === 0 && agents.length > 0
      ? ["Subagents are off here, so none of them can be mentioned."]
      : late.length > 0
        ? [`New since this chat began, and not known to it yet: ${late.map(({ name }) => name).join(", ")}.`]
        : []),
    ...problems.map(agentProblemText),
    ...(untrusted.length > 0
      ? [`Not counted, because this project is not trusted: ${untrusted.join(", ")}. See: ${shell.trustHelp}`]
      : []),
  ].join("\n");
}
