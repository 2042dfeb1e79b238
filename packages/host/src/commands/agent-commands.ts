import { mentionable } from "../agents/delegate.ts";
import { namedAgents } from "../agents/named-agents.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import type { CommandScope, SessionCommand } from "./command.ts";
import type { CommandResult } from "./command-result.ts";

/** Who else can work and who does, and with what the model works itself. */
export const agentCommands: readonly SessionCommand[] = [
  {
    name: "agents",
    description: "Named agents: @NAME at the start of a message gives it to one",
    async run(_, { machine, session }) {
      const settings = session.settings();
      const known = await namedAgents(await effectiveSettings(machine, settings.cwd));
      const { agents, problems } = known;
      const untrusted = await known.untrusted();
      return { kind: "agents", agents, problems, usable: mentionable(settings), untrusted };
    },
  },
  {
    name: "subagents",
    description: "Subagents at work, with their ids",
    run: async (_, { subagents }) => ({ kind: "subagents", subagents: subagents() }),
  },
  {
    name: "cancel",
    argument: { hint: "ID" },
    description: "End a subagent; ID as in the list of subagents, its beginning, or the name",
    run: cancel,
  },
  {
    name: "tools",
    description: "What the model can use",
    run: async (_, { session }) => ({ kind: "tools", tools: (await session.prepare()).tools }),
  },
];

async function cancel(
  argument: string,
  { subagents: atWork, runtime }: CommandScope,
): Promise<CommandResult> {
  const subagents = atWork();
  const named = subagents.filter(({ session, label }) => session === argument || label === argument);
  const begun = argument === "" ? [] : subagents.filter(({ session }) => session.startsWith(argument));
  const found = named.length > 0 ? named : begun;
  const [child] = found;
  if (!child || found.length > 1) return { kind: "which-subagent", argument, found: found.length, subagents };
  const isEnding = runtime.interrupt(child.session, "The user has cancelled it.");
  return { kind: "cancelled", label: child.label, isEnding };
}
