import { ConfigError } from "@skein/protocol";
import type { SessionRecipe } from "@skein/host/recipes";
import { newSessionId, type AgentSettings } from "@skein/runtime";
import type { ListedSession } from "@skein/sessions";
import { chooseSession, withoutSubagents } from "@skein/host/sessions";
import type { CommandScope, SessionCommand } from "./command.ts";
import type { CommandResult } from "./command-result.ts";

const mostListed = 15;

/** The name of the session, and other sessions. */
export const otherSessionCommands: readonly SessionCommand[] = [
  {
    name: "clear",
    argument: { hint: "NAME", isOptional: true },
    description: "Begin a new session; the old one is kept",
    when: "between-runs",
    async run(name) {
      const session = newSessionId(new Date(), Math.random);
      return { kind: "go-to", how: "new", session, ...(name === "" ? {} : { name }) };
    },
  },
  {
    name: "name",
    argument: { hint: "NAME" },
    description: "Name the session",
    when: "between-runs",
    async run(name, { runtime, session: open }) {
      if (name !== "") {
        await open.alone(() => open.rename(name));
        return { kind: "name", name, isChanged: true };
      }
      const settings = open.settings();
      const listed = (await runtime.sessions.list(settings.session)).find(
        ({ session }) => session === settings.session,
      );
      const kept = listed && "summary" in listed ? listed.summary.name : undefined;
      return { kind: "name", name: kept ?? settings.name, isChanged: false };
    },
  },
  {
    name: "sessions",
    description: "List the last sessions; those of this folder first",
    run: async (_, scope) => ({ kind: "sessions", sessions: await orderedSessions(scope) }),
  },
  {
    name: "resume",
    argument: { hint: "NUMBER|ID|NAME", isOptional: true },
    description: "Resume another session; without an argument: the last one of this folder",
    when: "between-runs",
    run: resume,
  },
];

/** As `resume` numbers them. */
async function orderedSessions({ session: open, runtime }: CommandScope): Promise<readonly ListedSession[]> {
  const { session, cwd } = open.settings();
  const others = withoutSubagents(await runtime.sessions.list()).filter(
    (listed) => listed.session !== session,
  );
  const isHere = (listed: ListedSession) => isIn(listed, cwd);
  return [...others.filter(isHere), ...others.filter((listed) => !isHere(listed))].slice(0, mostListed);
}

async function resume(argument: string, scope: CommandScope): Promise<CommandResult> {
  const { runtime, providers, session: open } = scope;
  const { cwd } = open.settings();
  const sessions = await orderedSessions(scope);
  const numbered = /^\d{1,3}$/.test(argument) ? sessions[Number(argument) - 1]?.session : undefined;
  const listed = sessions.find(({ session }) => session === argument)?.session;
  const id = argument === "" ? sessions.find((one) => isIn(one, cwd))?.session : (numbered ?? listed);
  const name = id === undefined && argument !== "" ? argument : undefined;
  const { session, provider, model, recipe } = await chooseSession(runtime.sessions, { id, name, cwd });
  requireSameRecipe(session, recipe, open.settings());
  const isKnown = provider !== undefined && Object.hasOwn(providers.known, provider);
  const answered = isKnown && model !== undefined ? { model: { provider, model } } : {};
  return { kind: "go-to", how: "resume", session, ...answered };
}

/** A chat keeps its extensions, rights and limits, and another recipe has others. */
function requireSameRecipe(
  session: string,
  { title, source }: SessionRecipe,
  { recipe, recipeSource }: Pick<AgentSettings, "recipe" | "recipeSource">,
): void {
  if (JSON.stringify([title, source]) === JSON.stringify([recipe, recipeSource])) return;
  const told =
    title === undefined
      ? `This chat runs the recipe ${recipe}, and session ${session} runs none.`
      : `Session ${session} runs the recipe ${title}, which this chat does not.`;
  throw new ConfigError("usage", `${told} It is resumed in a chat of its own.`, {
    nextStep: { do: "open-session", session },
  });
}

function isIn(listed: ListedSession, cwd: string): boolean {
  return "summary" in listed && listed.summary.cwd === cwd;
}
