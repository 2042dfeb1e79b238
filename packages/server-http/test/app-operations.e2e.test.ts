import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askingSubagents } from "@skein/host/sessions";
import { expect, test } from "vitest";
import { answerOf, run } from "./operate.ts";
import { call, readEvents, serveScripted, text } from "./served.ts";

const recipe = `title: Greet
description: Greets somebody
parameters:
  - key: who
    input_type: string
    requirement: required
    description: Whom to greet
instructions: Be kind.
prompt: Greet {{ who }}.
`;

/** One that starts a command, which has to be agreed to. */
const risky = `${recipe}extensions:
  - type: stdio
    name: tool
    cmd: some-server
    args: []
`;

test("a recipe is listed, shown with its parameters, and begins a session", async () => {
  await using served = await serveScripted([[text("Hello, Ada.")]]);
  const { project: cwd } = served;
  await writeFile(join(cwd, "greet.yaml"), recipe);
  const { recipes } = await answerOf(served, "listRecipes", { cwd });
  expect(recipes).toMatchObject([{ name: "greet", title: "Greet" }]);
  expect(await answerOf(served, "showRecipe", { cwd, recipe: "greet" })).toMatchObject({
    title: "Greet",
    parameters: [{ key: "who", requirement: "required" }],
    consent: null,
  });
  const wish = { cwd, recipe: { recipe: "greet", params: { who: "Ada" } } };
  const { session, input } = await answerOf(served, "createSession", wish);
  expect(input).toBe("Greet Ada.");
  await run(served, session, input);
  expect(await answerOf(served, "showSession", { session })).toMatchObject({ turns: [{}] });
  const lacking = await served.ask("POST", "/sessions", { cwd, recipe: { recipe: "greet" } });
  expect([lacking.status, lacking.body.error.message]).toEqual([400, expect.stringContaining("who")]);
  expect((await served.ask("GET", `/recipe?cwd=${cwd}&recipe=none`)).status).toBe(400);
});

test("a recipe with commands is agreed to by its hash, by whoever may approve", async () => {
  await using served = await serveScripted([]);
  const { project: cwd } = served;
  await writeFile(join(cwd, "risky.yaml"), risky);
  const { consent, commands } = await answerOf(served, "showRecipe", { cwd, recipe: "risky" });
  expect([consent.isAgreedTo, commands.length > 0]).toEqual([false, true]);
  const wish = { recipe: "risky", params: { who: "Ada" } };
  const asked = await served.ask("POST", "/sessions", { cwd, recipe: wish });
  expect([asked.status, asked.body.error.code]).toEqual([409, "needs-input"]);
  const agreed = { cwd, recipe: { ...wish, agreedTo: [consent.sha256] } };
  expect((await served.ask("POST", "/sessions", agreed, served.as("prompt"))).status).toBe(403);
  expect(await answerOf(served, "createSession", agreed)).toMatchObject({ input: "Greet Ada." });
});

test("settings are shown with where they come from, and changed in the user's file", async () => {
  await using served = await serveScripted([]);
  const { project: cwd, home } = served;
  const valueOf = async (key: string) =>
    (await answerOf(served, "showSettings", { cwd })).settings.find(
      (one: { readonly key: string }) => one.key === key,
    );
  expect(await valueOf("maxTurns")).toMatchObject({ value: 1000, origin: "default" });
  expect(await valueOf("provider")).toMatchObject({ value: "scripted", origin: "SKEIN_PROVIDER" });
  const file = join(home, "config", "config.yaml");
  expect(await answerOf(served, "changeSetting", { key: "maxTurns", value: 7 })).toEqual({
    file,
    overruledBy: null,
  });
  expect(await valueOf("maxTurns")).toMatchObject({ value: 7, origin: `${file}:1:1` });
  expect(await answerOf(served, "changeSetting", { key: "provider", value: "other" })).toMatchObject({
    overruledBy: "SKEIN_PROVIDER",
  });
  await answerOf(served, "changeSetting", { key: "maxTurns", value: null });
  expect(await valueOf("maxTurns")).toMatchObject({ value: 1000, origin: "default" });
  const bad = (key: string, value: unknown) => served.ask("POST", "/settings", { key, value });
  expect((await bad("maxTurns", "many")).body.error).toMatchObject({
    message: 'maxTurns: "many" is not allowed.',
    hint: "Give a whole number of at least 1.",
  });
  expect((await bad("maxTurn", 1)).body.error).toMatchObject({ hint: "Did you mean maxTurns?" });
});

test("permission rules are added, listed, explained and removed", async () => {
  await using served = await serveScripted([]);
  const { project: cwd } = served;
  const rule = "shell(git push *)";
  const decisionOf = async () => {
    const { decision } = await answerOf(served, "explainCommand", { cwd, command: "git push origin" });
    return decision;
  };
  expect(await decisionOf()).toBe("ask");
  await answerOf(served, "changePermission", { cwd, change: "add", rule, decision: "deny" });
  expect((await answerOf(served, "listPermissions", { cwd })).rules).toMatchObject([
    { rule, decision: "deny" },
  ]);
  expect(await decisionOf()).toBe("deny");
  await answerOf(served, "changePermission", { cwd, change: "remove", rule });
  expect(await decisionOf()).toBe("ask");
  const refused = async (input: object) => (await served.ask("POST", "/permissions", { cwd, ...input })).body;
  expect((await refused({ change: "remove", rule })).error.message).toContain("There is no rule");
  expect((await refused({ change: "forget", rule: "none" })).error.message).toContain("is remembered");
  expect((await refused({ change: "add", rule })).error.message).toContain("decision");
});

test("an answer for always is listed, and forgotten", async () => {
  const touch = call("shell", { command: "touch made" });
  await using served = await serveScripted([[touch], [text("Done.")]]);
  const { project: cwd } = served;
  const session = await served.session();
  const ended = run(served, session, "make it");
  for await (const { data } of readEvents(served, `/sessions/${session}/events`))
    if (data.type === "question") break;
  const [{ id }] = (await answerOf(served, "listQuestions", { session })).questions;
  const answer = { session, question: id, answer: { allow: "always" } };
  expect(await answerOf(served, "answerQuestion", answer)).toEqual({ done: true, resumed: session });
  await ended;
  const { remembered } = await answerOf(served, "listPermissions", { cwd });
  expect(remembered).toMatchObject([{ tool: "developer__shell" }]);
  await answerOf(served, "changePermission", { cwd, change: "forget", rule: "developer__shell" });
  expect((await answerOf(served, "listPermissions", { cwd })).remembered).toEqual([]);
});

test("an answer to a subagent's question, when no one was there to give it, resumes the parent", async () => {
  const start = call("subagent", { instructions: "make it" });
  const turns = [
    [start],
    [call("shell", { command: "touch made" })],
    [text("Made it.")],
    [text("All done.")],
  ];
  await using served = await serveScripted(turns);
  const { project: cwd, host, home } = served;
  await mkdir(join(home, "config"), { recursive: true });
  await writeFile(join(home, "config", "config.yaml"), 'permissions: { allow: ["subagent"] }\n');
  const alone = await host.open({ cwd, attended: false, overrides: { mode: "smart_approve" } });
  expect(await (await alone.send("go")).result).toMatchObject({ outcome: "needs-input" });
  const parent = alone.id;
  await alone.close();
  const [asking] = await askingSubagents(host.sessions, parent);
  const { session, questions } = asking!;
  const answer = { session, question: questions[0]!.id, answer: { allow: "once" } };
  expect(await answerOf(served, "answerQuestion", answer)).toEqual({ done: true, resumed: parent });
  for await (const { data } of readEvents(served, `/sessions/${parent}/events?from=1`))
    if (data.type === "outcome" && data.outcome === "done") break;
  expect(existsSync(join(cwd, "made"))).toBe(true);
});

test("usage is told by request, and spending of the day and the project", async () => {
  await using served = await serveScripted([[text("One.")], [text("Two.")]]);
  const { project: cwd } = served;
  const session = await served.session();
  await run(served, session, "go");
  await run(served, session, "on");
  const { requests } = await answerOf(served, "showUsage", { session });
  expect(requests.map(({ purpose }: { readonly purpose: string }) => purpose)).toContain("turn");
  expect(requests[0]).toMatchObject({ model: "m", costUsd: 0, isEstimate: false });
  expect(await answerOf(served, "showSpending", { cwd })).toMatchObject({ day: { tokens: 0 } });
});

test("files are compared between two entries, and read as they were", async () => {
  const write = (content: string) => [call("write", { path: "note.txt", content })];
  await using served = await serveScripted([write("one\n"), [text("1")], write("one\ntwo\n"), [text("2")]]);
  const { project: cwd } = served;
  const { session } = await answerOf(served, "createSession", { cwd, mode: "auto" });
  const path = join(cwd, "note.txt");
  await run(served, session, "first");
  const between = (await answerOf(served, "listEntries", { session })).entries.at(-1).seq as number;
  await run(served, session, "second");
  expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
  const whole = await answerOf(served, "diffSession", { session, from: 0 });
  expect(whole.diff.files).toMatchObject([{ path, change: "created", text: { added: 2 } }]);
  const second = await answerOf(served, "diffSession", { session, from: between });
  expect(second.diff.files).toMatchObject([{ path, change: "rewritten", text: { added: 1, removed: 0 } }]);
  const first = await answerOf(served, "diffSession", { session, from: 0, to: between });
  expect(first.diff.files).toMatchObject([{ path, change: "created", text: { added: 1 } }]);
  expect(await answerOf(served, "readFile", { session, path, at: between })).toEqual({ text: "one\n" });
  expect(await answerOf(served, "readFile", { session, path, at: 10_000 })).toEqual({ text: "one\ntwo\n" });
  const unknown = await served.ask("GET", `/sessions/${session}/file?path=/etc/passwd&at=1`);
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "not-found"]);
});

test("a word with @ becomes files and folders of the project", async () => {
  await using served = await serveScripted([]);
  const { project: cwd } = served;
  await mkdir(join(cwd, "src"));
  await writeFile(join(cwd, "src", "shop cart.ts"), "export function addItem() {}\n");
  await writeFile(join(cwd, "secret.ts"), "");
  await writeFile(join(cwd, ".skeinignore"), "secret.ts\n");
  const words = async (word: string) => (await answerOf(served, "completeMention", { cwd, word })).words;
  expect(await words("@cart")).toEqual([
    { kind: "file", text: '@"src/shop cart.ts"', label: "src/shop cart.ts" },
  ]);
  expect((await words("@sr"))[0]).toEqual({ kind: "folder", text: "@src/", label: "src/" });
  expect(await words("@secret")).toEqual([]);
  expect(await words("@#add")).toMatchObject([{ kind: "symbol", label: "addItem" }]);
});

test("a message has images beside its text", async () => {
  await using served = await serveScripted([[text("A dot.")]]);
  await mkdir(join(served.home, "config"), { mode: 0o700 });
  await writeFile(join(served.home, "config", "config.yaml"), "models:\n  m:\n    images: true\n");
  const session = await served.session();
  const data =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const attachments = [{ type: "image", mediaType: "image/png", data }];
  await run(served, session, { text: "What is it?", attachments });
  const { entries } = await answerOf(served, "listEntries", { session });
  const message = entries.find(({ kind }: { readonly kind: string }) => kind === "user-message");
  expect(message.content).toMatchObject([
    { type: "text", text: "What is it?" },
    { type: "image", mediaType: "image/png" },
  ]);
});

test("an extension that is none cannot be shown or logged in to", async () => {
  await using served = await serveScripted([]);
  const { project: cwd } = served;
  const statuses = [
    await served.ask("GET", `/extensions/none?cwd=${cwd}`),
    await served.ask("POST", "/extensions/none/login", { cwd, step: "start" }),
    await served.ask("POST", "/extensions/none/login", { cwd, step: "finish" }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 400]);
});
