import { exportFormats } from "@skein/runtime";
import {
  listedObject,
  readEntries,
  readSession,
  sessionObject,
  sessionsOf,
  sessionUsage,
} from "@skein/host/sessions";
import { includesRole } from "../access/index.ts";
import { contextResult } from "@skein/session-commands/results";
import { z } from "zod";
import { RoleError } from "../errors.ts";
import { runNamed } from "../run-named.ts";
import { defineOperation, type Operation } from "./operation.ts";
import {
  done,
  entry,
  eventsInput,
  flag,
  folder,
  inSession,
  itIsDone,
  json,
  listedSession,
  mode,
  optional,
  recipeWord,
  sessionId,
  wholeNumber,
} from "./schemas.ts";
import { loadRuntime } from "../later.ts";

export const sessionOperations: readonly Operation[] = [
  defineOperation({
    id: "listSessions",
    method: "GET",
    path: "/sessions",
    tag: "sessions",
    role: "read",
    summary: "Sessions, the one written last first",
    input: z.strictObject({ cwd: optional(folder), subagents: optional(flag), limit: optional(wholeNumber) }),
    output: z.strictObject({
      sessions: z.array(listedSession),
      open: z.array(z.string()).describe("Ids of those that are open in the server"),
    }),
    async run({ cwd, subagents = false, limit = 1000 }, { host }) {
      const found = sessionsOf(await host.sessions.list(), cwd)
        .filter((line) => subagents || !("summary" in line && line.summary.child))
        .slice(0, limit);
      return {
        sessions: found.map((line) => listedObject(line) as z.input<typeof listedSession>),
        open: [...host.live()],
      };
    },
  }),
  defineOperation({
    id: "createSession",
    method: "POST",
    path: "/sessions",
    tag: "sessions",
    role: "prompt",
    afterRestart: "again",
    summary:
      "Open a new session in a folder, with a recipe if one is named; a permission mode, and agreeing to a recipe, need the role approve",
    input: z.strictObject({
      cwd: folder,
      provider: optional(z.string()),
      model: optional(z.string()),
      effort: optional(z.string()),
      mode: optional(mode),
      agent: optional(z.string()).describe("Name of an agent whose file the session follows"),
      name: optional(z.string().max(200)),
      recipe: optional(
        z.strictObject({
          recipe: recipeWord,
          params: optional(z.record(z.string(), z.string())),
          agreedTo: optional(z.array(z.hash("sha256"))).describe(
            "Hashes of consents, as showRecipe gives them",
          ),
          text: optional(z.string()).describe("What the user has to add to its prompt"),
        }),
      ),
    }),
    output: z.strictObject({
      session: z.string(),
      input: optional(z.string()).describe("Of a recipe: the message with which it begins, for sendMessage"),
    }),
    async run({ cwd, agent, name, recipe, ...overrides }, { host, opened }, { role }) {
      const isDecision = overrides.mode !== undefined || (recipe?.agreedTo ?? []).length > 0;
      if (isDecision && !includesRole(role, "approve")) throw new RoleError("approve");
      if (!recipe) return { session: (await opened.create({ cwd, overrides, agent, name })).id };
      const { params = {}, agreedTo: trustHashes = [], text, recipe: word } = recipe;
      const wish = { recipe: word, cwd, folder: cwd, params, subRecipes: [], trustHashes };
      const found = await host.openRecipe(wish);
      const input = found.input(text);
      const live = await opened.create({ cwd, overrides, agent, name, recipe: found, interactive: true });
      return { session: live.id, input };
    },
  }),
  defineOperation({
    id: "showSession",
    method: "GET",
    path: "/sessions/{session}",
    tag: "sessions",
    role: "read",
    summary: "A whole session: its turns, costs, subagents, open questions",
    input: inSession,
    output: z.looseObject({ id: z.string() }).meta({ id: "Session" }),
    async run({ session }, { host, opened }) {
      await opened.require(session);
      return sessionObject(await readSession(host.sessions, session)) as { id: string };
    },
  }),
  defineOperation({
    id: "removeSession",
    method: "DELETE",
    path: "/sessions/{session}",
    tag: "sessions",
    role: "admin",
    afterRestart: "again",
    summary: "Delete a session permanently",
    input: inSession,
    output: done,
    async run({ session }, { host, opened }) {
      await opened.require(session);
      await opened.close(session);
      await host.sessions.remove(session);
      return itIsDone;
    },
  }),
  defineOperation({
    id: "closeSession",
    method: "POST",
    path: "/sessions/{session}/close",
    tag: "sessions",
    role: "prompt",
    afterRestart: "again",
    summary: "Interrupt what runs in a session, and close it in the server",
    input: inSession,
    output: z.strictObject({ wasOpen: z.boolean() }),
    run: async ({ session }, { opened }) => ({ wasOpen: await opened.close(session) }),
  }),
  defineOperation({
    id: "listEntries",
    method: "GET",
    path: "/sessions/{session}/entries",
    tag: "sessions",
    role: "read",
    summary: "Entries of a session's journal behind a sequence number",
    input: z.strictObject({ session: sessionId, from: optional(wholeNumber), limit: optional(wholeNumber) }),
    output: z.strictObject({ entries: z.array(entry), hasMore: z.boolean() }),
    async run({ session, from = 0, limit = 1000 }, { host, opened }) {
      await opened.require(session);
      const entries: z.input<typeof entry>[] = [];
      for await (const one of host.sessions.entries(session, from + 1)) {
        if (entries.length >= limit) return { entries, hasMore: true };
        entries.push({ ...one });
      }
      return { entries, hasMore: false };
    },
  }),
  defineOperation({
    id: "readEvents",
    method: "GET",
    path: "/sessions/{session}/events",
    tag: "sessions",
    role: "read",
    summary: "What has happened and what happens, as Server-Sent Events or over a WebSocket",
    input: eventsInput,
    output: "text/event-stream",
    run: ({ session, from, after }, { opened }, { signal }) =>
      opened.eventText(session, { from, after, signal }),
  }),
  defineOperation({
    id: "searchSessions",
    method: "GET",
    path: "/search",
    tag: "sessions",
    role: "read",
    summary: 'Search all sessions: words, "phrases", prefix*, -excluded',
    input: z.strictObject({
      query: z.string().min(1).max(1000),
      cwd: optional(folder),
      session: optional(sessionId),
      limit: optional(wholeNumber),
    }),
    output: z.strictObject({ hits: z.array(z.looseObject({ session: z.string() })) }),
    async run({ query, ...options }, { host }, { signal }) {
      const hits = await host.sessions.search(query, { ...options, signal });
      return { hits: hits.map((hit) => ({ ...hit })) };
    },
  }),
  defineOperation({
    id: "exportSession",
    method: "GET",
    path: "/sessions/{session}/export",
    tag: "sessions",
    role: "read",
    summary: "A session as JSON, Markdown, YAML or a page",
    input: z.strictObject({
      session: sessionId,
      format: optional(z.enum(exportFormats)),
      full: optional(flag),
    }),
    output: "text/plain",
    async run({ session, format = "markdown", full = false }, { host, opened }) {
      await opened.require(session);
      return (await host.sessions.export(session, { format, full })).pieces;
    },
  }),
  defineOperation({
    id: "replaySession",
    method: "POST",
    path: "/sessions/{session}/replay",
    tag: "sessions",
    role: "prompt",
    afterRestart: "again",
    summary: "Replay a session without model and tools, and compare every request",
    input: inSession,
    output: z.looseObject({ same: z.boolean() }),
    async run({ session }, { host, opened }, { signal }) {
      await opened.require(session);
      const { replayReport } = await loadRuntime();
      // Nothing is connected to by a replay; forbidding it for the process would hit other sessions.
      const replay = await host.sessions.replay({ session }, { signal });
      return replayReport({ session }, replay) as { same: boolean };
    },
  }),
  defineOperation({
    id: "diffSession",
    method: "GET",
    path: "/sessions/{session}/diff",
    tag: "sessions",
    role: "read",
    summary:
      "What the last run that changed files has changed in them; with from or to, how files differ between two entries",
    input: z.strictObject({ session: sessionId, from: optional(wholeNumber), to: optional(wholeNumber) }),
    output: z.strictObject({
      diff: json.describe("null when no run has changed files, or when it is unknown"),
    }),
    async run({ session, from, to }, { host, opened }) {
      await opened.require(session);
      if (from === undefined && to === undefined)
        return { diff: (await host.sessions.diff(session)) ?? null };
      return { diff: { files: await host.sessions.filesBetween(session, { from, to }) } };
    },
  }),
  defineOperation({
    id: "readFile",
    method: "GET",
    path: "/sessions/{session}/file",
    tag: "sessions",
    role: "read",
    summary: "The text of a file that the session changed, as it was after an entry",
    input: z.strictObject({ session: sessionId, path: folder.describe("Absolute path"), at: wholeNumber }),
    output: z.strictObject({ text: z.string() }),
    async run({ session, path, at }, { host, opened }) {
      await opened.require(session);
      return { text: await host.sessions.fileAt(session, path, at) };
    },
  }),
  defineOperation({
    id: "showUsage",
    method: "GET",
    path: "/sessions/{session}/usage",
    tag: "sessions",
    role: "read",
    summary:
      "Each request of a session to a model: tokens by kind, cost, what the prompt cache missed and why",
    input: inSession,
    output: z.strictObject({
      requests: z.array(z.looseObject({ seq: z.int(), run: z.string().nullable() })),
    }),
    async run({ session }, { host, machine, opened }) {
      await opened.require(session);
      const { entries } = await readEntries(host.sessions, session);
      const start = entries.find(({ kind }) => kind === "session-start");
      const providers = host.providersIn(start?.kind === "session-start" ? start.cwd : "/");
      const requests = await sessionUsage({ machine, providers }, entries);
      return { requests: requests.map((request) => ({ ...request })) };
    },
  }),
  defineOperation({
    id: "showContext",
    method: "GET",
    path: "/sessions/{session}/context",
    tag: "sessions",
    role: "read",
    summary: "How much of the model's window the conversation fills, and with what",
    input: inSession,
    output: contextResult,
    run: async ({ session }, { host, opened }) =>
      (await runNamed(host, await opened.open(session), "context")) as z.input<typeof contextResult>,
  }),
];
