import { mentionable, namedAgents } from "@skein/host/agents";
import { effectiveSettings } from "@skein/host/settings";
import type { Sessions } from "@skein/runtime";
import { collectEntries } from "@skein/host/sessions";
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
    argument: { hint: "ID", isOptional: true },
    description:
      "Subagents at work, with their ids; with an ID: what one has done so far, also when it has ended",
    run: (argument, scope) => (argument === "" ? listed(scope) : opened(argument, scope)),
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

const listed = async ({ subagents }: Pick<CommandScope, "subagents">): Promise<CommandResult> => ({
  kind: "subagents",
  subagents: subagents(),
});

/** Those that the words name: by id or label, otherwise by the beginning of the id. */
function named<One extends { readonly session: string; readonly label: string }>(
  argument: string,
  all: readonly One[],
): readonly One[] {
  const exact = all.filter(({ session, label }) => session === argument || label === argument);
  if (exact.length > 0 || argument === "") return exact;
  return all.filter(({ session }) => session.startsWith(argument));
}

/** Of those at work, otherwise of those that this session has ever had. */
async function opened(argument: string, scope: CommandScope): Promise<CommandResult> {
  const { subagents: atWork, runtime, session: open } = scope;
  const subagents = atWork();
  const live = named(argument, subagents);
  const found =
    live.length > 0 ? live : named(argument, await subagentsSoFar(runtime.sessions, open.settings().session));
  const [child] = found;
  if (!child || found.length > 1) return { kind: "which-subagent", argument, found: found.length, subagents };
  const { session, label } = child;
  const entries = await collectEntries(runtime.sessions.entries(session));
  return { kind: "subagent", session, label, isAtWork: live.length > 0, entries };
}

async function subagentsSoFar(sessions: Pick<Sessions, "list">, parent: string) {
  const lines = await sessions.list();
  return lines.flatMap((line) => {
    if (!("summary" in line) || line.summary.child?.session !== parent) return [];
    return [{ session: line.session, label: line.summary.name ?? line.session }];
  });
}

async function cancel(
  argument: string,
  { subagents: atWork, runtime }: CommandScope,
): Promise<CommandResult> {
  const subagents = atWork();
  const found = named(argument, subagents);
  const [child] = found;
  if (!child || found.length > 1) return { kind: "which-subagent", argument, found: found.length, subagents };
  const isEnding = runtime.interrupt(child.session, "The user has cancelled it.");
  return { kind: "cancelled", label: child.label, isEnding };
}
