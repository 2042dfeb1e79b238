import { roles } from "../src/access/index.ts";
import { expect, test } from "vitest";
import { operations, openApi } from "../src/index.ts";
import { answerOf, run } from "./operate.ts";
import { call, readEvents, serveScripted, text } from "./served.ts";

test("there are at most 55 operations, each with an id and a route of its own", () => {
  expect(operations.length).toBeLessThanOrEqual(55);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length);
});

test("the OpenAPI document in the package is that of the operations", async () => {
  const document = openApi("0.1.0");
  await expect(`${JSON.stringify(document, undefined, 2)}\n`).toMatchFileSnapshot("../openapi.json");
  const referenced = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([\w.]+)/g)].map(
    ([, name]) => name,
  );
  const { schemas } = document["components"] as { schemas: object };
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(referenced));
});

test("every operation refuses whoever has no token, and every role below its own", async () => {
  await using served = await serveScripted([]);
  for (const { method, path, role } of operations) {
    const route = path.replaceAll(/\{\w+\}/g, "x");
    expect([route, (await served.ask(method, route, {}, {})).status]).toEqual([route, 401]);
    for (const below of roles.slice(0, roles.indexOf(role)))
      expect([route, await served.ask(method, route, {}, served.as(below))]).toMatchObject([
        route,
        { status: 403, body: { error: { code: "role" } } },
      ]);
  }
});

test("a session is opened, talked to, listed, shown, searched, exported, replayed, forked and undone", async () => {
  await using served = await serveScripted([[text("Blue is the sky.")], [text("Green is the grass.")]]);
  const { project: cwd } = served;
  const { session } = await answerOf(served, "createSession", { cwd, name: "colours" });
  await run(served, session, "What is blue?");
  expect(await answerOf(served, "listSessions", { cwd })).toMatchObject({
    sessions: [{ id: session, name: "colours" }],
    open: [session],
  });
  expect(await answerOf(served, "showSession", { session })).toMatchObject({ id: session, turns: [{}] });
  const { entries, hasMore } = await answerOf(served, "listEntries", { session, limit: 2 });
  expect([entries.map(({ seq }: { seq: number }) => seq), hasMore]).toEqual([[1, 2], true]);
  expect((await answerOf(served, "listEntries", { session, from: 2 })).entries[0]).toMatchObject({ seq: 3 });
  expect(await answerOf(served, "searchSessions", { query: "sky" })).toMatchObject({ hits: [{ session }] });
  const page = await fetch(`${served.server.url}/api/sessions/${session}/export?format=markdown`, {
    headers: served.as("read"),
  });
  expect([page.headers.get("content-type"), await page.text()]).toEqual([
    "text/plain; charset=utf-8",
    expect.stringContaining("Blue is the sky."),
  ]);
  expect(await answerOf(served, "replaySession", { session })).toMatchObject({ same: true });
  expect(await answerOf(served, "diffSession", { session })).toEqual({ diff: null });
  expect(await answerOf(served, "showContext", { session })).toMatchObject({ kind: "context" });
  const fork = await answerOf(served, "fork", { session });
  await run(served, fork.session, "And green?");
  expect(await answerOf(served, "undo", { session: fork.session })).toMatchObject({
    said: [{ text: "And green?" }],
  });
  expect(await answerOf(served, "redo", { session: fork.session })).toMatchObject({ to: expect.any(Number) });
  expect(await answerOf(served, "rewind", { session: fork.session, to: 1, keepFiles: true })).toMatchObject({
    to: 1,
  });
  await answerOf(served, "rename", { session, name: "sky" });
  expect(await answerOf(served, "runCommand", { session, name: "cost" })).toMatchObject({ kind: "costs" });
  expect(await answerOf(served, "listJobs", { session })).toEqual({ jobs: [] });
  expect(await answerOf(served, "endJob", { session, job: "none" })).toEqual({ wasRunning: false });
  await answerOf(served, "setModel", { session, provider: "scripted", model: "m" });
  await answerOf(served, "setEffort", { session, effort: "high" });
  expect(await answerOf(served, "interrupt", { session })).toEqual({ wasRunning: false });
  expect(await answerOf(served, "closeSession", { session })).toEqual({ wasOpen: true });
  expect((await answerOf(served, "listSessions", { cwd })).open).toEqual([fork.session]);
  await answerOf(served, "removeSession", { session });
  expect(await served.ask("GET", `/sessions/${session}`)).toMatchObject({
    status: 404,
    body: { error: { code: "not-found" } },
  });
});

test("a question is answered by whoever may approve, once", async () => {
  await using served = await serveScripted([[call("shell", { command: "touch made" })], [text("Done.")]]);
  const session = await served.session();
  const ended = run(served, session, "make it");
  for await (const { data } of readEvents(served, `/sessions/${session}/events`))
    if (data.type === "question") break;
  const { questions } = await answerOf(served, "listQuestions", { session });
  expect(questions).toMatchObject([{ kind: "approval", tool: "shell" }]);
  const path = `/sessions/${session}/questions/${questions[0].id}/answer`;
  expect((await served.ask("POST", path, { answer: { allow: "forever" } })).body.error).toMatchObject({
    code: "bad-input",
    field: "answer",
  });
  expect((await served.ask("POST", path, { answer: { allow: "once" } }, served.as("prompt"))).status).toBe(
    403,
  );
  expect((await served.ask("POST", path, { answer: { allow: "once" } }, served.as("approve"))).status).toBe(
    200,
  );
  await ended;
  expect((await served.ask("POST", path, { answer: { allow: "once" } })).status).toBe(404);
});

test("a permission mode needs the role that approves, also for a new session", async () => {
  await using served = await serveScripted([]);
  const wish = { cwd: served.project, mode: "auto" };
  expect((await served.ask("POST", "/sessions", wish, served.as("prompt"))).status).toBe(403);
  const { session } = await answerOf(served, "createSession", wish);
  await answerOf(served, "setMode", { session, mode: "plan" });
  expect((await served.ask("POST", `/sessions/${session}/mode`, { mode: "yolo" })).status).toBe(400);
});

test("a request that is sent again with its key is done once", async () => {
  await using served = await serveScripted([[text("One.")], [text("Two.")]]);
  const session = await served.session();
  const send = (key: string, input: string, as = served.as("prompt")) =>
    served.ask("POST", `/sessions/${session}/messages`, { input }, { ...as, "idempotency-key": key });
  const [first, second] = await Promise.all([send("a", "go"), send("a", "go")]);
  expect(second.body).toEqual(first.body);
  const replayed = [first, second].map(({ headers }) => headers.get("idempotent-replayed"));
  expect(replayed.filter((one) => one === "true")).toHaveLength(1);
  expect(await send("a", "other")).toMatchObject({ status: 422, body: { error: { code: "other-request" } } });
  expect((await send("a", "go", served.as("admin"))).headers.get("idempotent-replayed")).toBeNull();
  expect((await send("b c", "go")).status).toBe(400);
});

test("the machine says what it has", async () => {
  await using served = await serveScripted([]);
  const { project: cwd } = served;
  expect(await answerOf(served, "showServer")).toEqual({
    name: "test",
    version: "1.0.0",
    role: "admin",
    open: [],
  });
  expect(await answerOf(served, "listProviders", { cwd })).toMatchObject({
    providers: expect.arrayContaining([expect.objectContaining({ id: "scripted" })]),
  });
  expect(await answerOf(served, "listModels", { cwd })).toMatchObject({
    provider: "scripted",
    models: [{ id: "m" }],
  });
  expect((await answerOf(served, "listCommands", { cwd })).commands).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: "undo", when: "between-runs" })]),
  );
  expect(await answerOf(served, "listExtensions", { cwd })).toEqual({ extensions: [] });
  expect((await served.ask("POST", "/extensions/none", { cwd, change: "enable" })).status).toBe(400);
});

test("schedules are added, listed, changed, and say what became of them", async () => {
  await using served = await serveScripted([]);
  const schedule = { name: "news", cron: "@daily", cwd: served.project, text: "What is new?", mode: "plan" };
  await answerOf(served, "addSchedule", schedule);
  expect(
    (await served.ask("POST", "/schedules", { ...schedule, name: "asks", mode: "approve" })).status,
  ).toBe(400);
  const nowhere = { ...schedule, name: "nowhere", cwd: "/no/such/folder" };
  expect((await served.ask("POST", "/schedules", nowhere)).status).toBe(400);
  expect(await answerOf(served, "listSchedules")).toMatchObject({
    schedules: [{ name: "news" }],
    hasDaemon: false,
  });
  for (const change of ["pause", "resume", "run-now"])
    await answerOf(served, "changeSchedule", { name: "news", change });
  expect((await answerOf(served, "showHistory", { name: "news" })).slots).toMatchObject([
    { state: "planned" },
  ]);
  await answerOf(served, "changeSchedule", { name: "news", change: "remove" });
  expect((await served.ask("POST", "/schedules/news", { change: "pause" })).status).toBe(400);
});

test("tokens and links are given and revoked", async () => {
  await using served = await serveScripted([]);
  const { id, token } = await answerOf(served, "addToken", { role: "read" });
  const bearer = { authorization: `Bearer ${token}` };
  expect((await served.ask("GET", "/server", undefined, bearer)).body).toMatchObject({ role: "read" });
  expect(await answerOf(served, "removeToken", { id })).toEqual({ wasValid: true });
  expect((await served.ask("GET", "/server", undefined, bearer)).status).toBe(401);
  const { url } = await answerOf(served, "addBrowserLink", { role: "prompt" });
  expect((await fetch(url, { redirect: "manual" })).status).toBe(303);
});

test.each([
  ["a field too many", { cwd: "/tmp", what: 1 }, "Unrecognized"],
  ["a relative folder", { cwd: "project" }, "cwd"],
  ["no folder", {}, "cwd"],
  ["a folder that is not there", { cwd: "/no/such/folder" }, "/no/such/folder is not a folder"],
  ["a file for a folder", { cwd: process.execPath }, "is not a folder"],
  ["a list", [], "object"],
])("bad input is named: %s", async (_, body, word) => {
  await using served = await serveScripted([]);
  const { status, body: told } = await served.ask("POST", "/sessions", body);
  expect([status, told.error.message]).toEqual([400, expect.stringContaining(word)]);
});

test("what is not there says so in JSON", async () => {
  await using served = await serveScripted([]);
  expect(await served.ask("GET", "/nothing")).toMatchObject({
    status: 404,
    body: { error: { code: "no-route" } },
  });
  const answer = await fetch(`${served.server.url}/api/openapi.json`, { headers: served.as("read") });
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0" });
});
