import { newSessionId, type ListedSession } from "@skein/runtime";
import { chooseSession } from "../arguments/choose-session.ts";
import { knownProviders } from "../providers.ts";
import { withoutSubagents } from "@skein/host/sessions";
import { shortFolder } from "./show-path.ts";
import type { CommandScope, SlashCommand } from "./slash-command.ts";

const mostListed = 15;

export const sessionCommands: readonly SlashCommand[] = [
  {
    name: "clear",
    argument: "[NAME]",
    description: "Begin a new session; the old one is kept",
    needsIdle: true,
    async run(name, { chat, view }) {
      await chat.goTo({
        session: newSessionId(new Date(), Math.random),
        ...(name === "" ? {} : { name }),
      });
      view.say(`A new session: ${chat.state().settings.session}`);
    },
  },
  {
    name: "name",
    argument: "NAME",
    description: "Name the session",
    needsIdle: true,
    async run(name, { chat, runtime, view }) {
      const { settings } = chat.state();
      if (name === "") {
        const listed = (await runtime.sessions.list()).find(({ session }) => session === settings.session);
        const kept = listed && "summary" in listed ? listed.summary.name : undefined;
        return view.say(`Name: ${kept ?? settings.name ?? "none"}`);
      }
      await chat.alone(() => chat.rename(name));
      view.say(`This session is now named "${name}".`);
    },
  },
  {
    name: "sessions",
    description: "List the last sessions; those of this folder first",
    run: listSessions,
  },
  {
    name: "resume",
    argument: "[NUMBER|ID|NAME]",
    description: "Go on with another session; without one: the last of this folder",
    needsIdle: true,
    run: resume,
  },
];

/** As `/sessions` numbers them. */
async function orderedSessions({ chat, runtime }: CommandScope): Promise<readonly ListedSession[]> {
  const { session, cwd } = chat.state().settings;
  const others = withoutSubagents(await runtime.sessions.list()).filter(
    (listed) => listed.session !== session,
  );
  const isHere = (listed: ListedSession) => "summary" in listed && listed.summary.cwd === cwd;
  return [...others.filter(isHere), ...others.filter((listed) => !isHere(listed))].slice(0, mostListed);
}

async function listSessions(_: string, scope: CommandScope): Promise<void> {
  const sessions = await orderedSessions(scope);
  if (sessions.length === 0) return scope.view.say("There is no other session yet.");
  const rows = sessions.map((listed, index) => `${String(index + 1).padStart(3)}  ${describe(listed)}`);
  scope.view.say([...rows, "/resume NUMBER goes on with one."].join("\n"));
}

function describe(listed: ListedSession): string {
  if (!("summary" in listed)) return `${listed.session}  cannot be read: ${listed.damaged}`;
  const { session, summary } = listed;
  const text = (summary.name ?? summary.firstText ?? "").replaceAll(/\s+/g, " ");
  const first = Array.from(text).slice(0, 50).join("");
  return `${session}  ${first}  (${summary.state ?? "empty"}, ${shortFolder(summary.cwd ?? "?")})`;
}

async function resume(argument: string, scope: CommandScope): Promise<void> {
  const { chat, runtime, view } = scope;
  const { settings } = chat.state();
  const sessions = await orderedSessions(scope);
  const numbered = /^\d{1,3}$/.test(argument) ? sessions[Number(argument) - 1]?.session : undefined;
  const listed = sessions.find(({ session }) => session === argument)?.session;
  const id = argument === "" ? firstHere(sessions, settings.cwd) : (numbered ?? listed);
  const chosen = await chooseSession(runtime, {
    resume: true,
    id,
    name: id === undefined && argument !== "" ? argument : undefined,
    cwd: settings.cwd,
  });
  if (!chosen) return;
  const { session, provider, model } = chosen;
  const isKnown = provider !== undefined && Object.hasOwn(knownProviders, provider);
  view.say(`Going on with session ${session}.`);
  await chat.goTo({ session, ...(isKnown && model !== undefined ? { provider, model } : {}) });
}

function firstHere(sessions: readonly ListedSession[], cwd: string): string | undefined {
  return sessions.find((listed) => "summary" in listed && listed.summary.cwd === cwd)?.session;
}
