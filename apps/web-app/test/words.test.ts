import { expect, it } from "vitest";
import { answerNote } from "../src/approvals/answer-note.ts";
import { choicesOf, editedInput, type ApprovalQuestion } from "../src/approvals/choices.ts";
import { elicitedFields, elicitedReply } from "../src/approvals/elicitation-fields.ts";
import { resultLines } from "../src/composer/result-lines.ts";
import { mentionAtEnd, withMention } from "../src/composer/mention-text.ts";
import { recipeDefaults, recipeFields, recipeParams } from "../src/machine/recipe-fields.ts";
import { settingText, settingValue } from "../src/machine/setting-value.ts";
import { commandOfText, fittingCommands } from "../src/composer/command-text.ts";
import { spendingBy } from "../src/machine/spending.ts";
import { lineOf } from "../src/sessions/session-line.ts";
import { hashOf, routeOf } from "../src/state/route.ts";
import { byteSize, dollars, duration, shortCount, timeAgo } from "../src/ui/format.ts";

it.each([
  [shortCount(999), "999"],
  [shortCount(1200), "1.2k"],
  [shortCount(18_400), "18k"],
  [shortCount(2_100_000), "2.1M"],
  [dollars(0), "$0.00"],
  [dollars(0.0062), "$0.0062"],
  [dollars(1.239, true), "≤ $1.24"],
  [duration(12), "12 ms"],
  [duration(400), "0.4 s"],
  [duration(14_000), "14 s"],
  [duration(180_000), "3 min"],
  [byteSize(999), "999 B"],
  [byteSize(2_100_000), "2.1 MB"],
  [timeAgo(0, 29_000), "now"],
  [timeAgo(0, 7_200_000), "2 h ago"],
  [timeAgo(0, 172_800_000, "en"), "Jan 1"],
])("numbers are written as %s", (written, wanted) => expect(written).toBe(wanted));

it("an answer in the session of a subagent names the session that continues", () => {
  const lines = [{ id: "p", title: "Fix the cart" }];
  expect(answerNote({ session: "p", resumed: "p" }, lines)).toBeUndefined();
  expect(answerNote({ session: "c", resumed: "p" }, lines)).toEqual({ session: "p", title: "Fix the cart" });
  expect(answerNote({ session: "c", resumed: "q" }, lines)).toEqual({ session: "q", title: "q" });
});

it("every address leads back to its route", () => {
  for (const route of [{ page: "home" }, { page: "session", session: "a b/ü" }, { page: "costs" }] as const)
    expect(routeOf(hashOf(route))).toEqual(route);
  expect(routeOf("#/nothing")).toEqual({ page: "home" });
});

const question: ApprovalQuestion = {
  id: "q",
  kind: "approval",
  callId: "c",
  tool: "shell",
  extension: "developer",
  effect: "runs",
  input: { command: "git push origin main" },
  reason: "No rule covers it.",
  covers: ["shell(git push *)"],
};

it("the answers of an approval say what they cover, and only what is shown whole may be allowed for longer", () => {
  expect(choicesOf(question).map(({ key, label }) => `${key} ${label}`)).toEqual([
    "1 Yes, once",
    "2 Yes, for this session: exactly this, in this folder",
    "3 Yes, and always allow shell(git push *) in this folder",
    "4 No, and tell the model what to do instead",
  ]);
  expect(choicesOf(question, false).map(({ key }) => key)).toEqual(["1", "4"]);
});

it("an edited input is JSON, or says why it is not", () => {
  expect(editedInput('{"a":1}')).toEqual({ input: { a: 1 } });
  expect(editedInput("{")).toHaveProperty("problem");
});

it("an extension gets the values that it asked for, in their types", () => {
  const fields = elicitedFields({
    properties: {
      name: { type: "string", title: "Name" },
      port: { type: "integer", default: 80 },
      isSafe: { type: "boolean" },
      kind: { enum: ["a", "b"] },
    },
    required: ["name"],
  });
  expect(fields.map(({ kind, initial, isRequired }) => [kind, initial, isRequired])).toEqual([
    ["text", "", true],
    ["number", "80", false],
    ["yes-no", "", false],
    ["choice", "", false],
  ]);
  expect(elicitedReply(fields, { name: "x", port: "8080", kind: "" })).toEqual({
    name: "x",
    port: 8080,
    isSafe: false,
  });
});

it("a text is a command only when there is one of that name", () => {
  const commands = [{ name: "compact" }, { name: "model" }, { name: "cost" }];
  expect(commandOfText("/compact keep the plan\nplease", commands)).toEqual({
    name: "compact",
    argument: "keep the plan\nplease",
  });
  expect(commandOfText("/etc/passwd is a file", commands)).toBeUndefined();
  expect(fittingCommands("/co", commands).map(({ name }) => name)).toEqual(["compact", "cost"]);
  expect(fittingCommands("/od", commands).map(({ name }) => name)).toEqual(["model"]);
  expect(fittingCommands("no /co", commands)).toEqual([]);
});

it("a listed session has a title, and costs are summed by what they belong to", () => {
  const lines = [
    lineOf({ id: "1", state: "running", name: null, firstText: "Fix it", cwd: "/a", costUsd: 1, lastAt: 5 }, [
      "1",
    ]),
    lineOf({ id: "2", state: null, cwd: "/b", costUsd: 3 }, []),
    lineOf({ id: "3", state: "done", name: "Docs", cwd: "/a", costUsd: 1 }, []),
  ];
  expect(lines.map(({ title, isOpen }) => [title, isOpen])).toEqual([
    ["Fix it", true],
    ["New session", false],
    ["Docs", false],
  ]);
  expect(spendingBy(lines, ({ cwd }) => cwd)).toEqual([
    { name: "/b", sessions: 1, costUsd: 3 },
    { name: "/a", sessions: 2, costUsd: 2 },
  ]);
});

it("the word with an @ at the end of a text is what may be completed; a folder stays open", () => {
  expect(mentionAtEnd("look at @src/ca")).toEqual({ start: 8, word: "@src/ca" });
  expect(mentionAtEnd("mail me@example.org")).toBeUndefined();
  expect(mentionAtEnd("@src done")).toBeUndefined();
  const mention = { start: 8, word: "@src" };
  expect(withMention("look at @src", mention, "@src/cart.js")).toBe("look at @src/cart.js ");
  expect(withMention("look at @src", mention, "@src/")).toBe("look at @src/");
});

it("a recipe's parameters are fields of a form, with what came with a link or their defaults", () => {
  const recipe = {
    parameters: [
      { key: "topic", requirement: "required", description: "What about" },
      { key: "count", type: "number", requirement: "optional", default: "3" },
      { key: "isShort", type: "boolean", requirement: "user-prompt" },
      { key: "tone", type: "select", options: ["dry", "kind"], requirement: "required", default: "dry" },
    ],
    values: { topic: "geese" },
  };
  expect(recipeFields(recipe).map(({ kind, isRequired }) => [kind, isRequired])).toEqual([
    ["text", true],
    ["number", false],
    ["yes-no", true],
    ["choice", true],
  ]);
  expect(recipeDefaults(recipe)).toEqual({ topic: "geese", count: "3", isShort: "", tone: "dry" });
  expect(recipeParams({ topic: "geese", count: "" })).toEqual({ topic: "geese" });
});

it.each([
  ["", { type: "number" }, { value: null }],
  ["5", { type: "number" }, { value: 5 }],
  ["five", { type: "number" }, { problem: 'Expected "number".' }],
  ["5", { type: "string" }, { value: "5" }],
  ["auto", { enum: ["auto", "ask"] }, { value: "auto" }],
  ['["a"]', { type: "array" }, { value: ["a"] }],
  ["10 s", {}, { value: "10 s" }],
])("a setting that is written as %j means what its schema says", (text, schema, wanted) => {
  expect(settingValue(text, schema)).toEqual(wanted);
});

it.each(["", "auto", "5", '["a"]'])("%j is written as it is read", (text) => {
  const read = settingValue(text, { enum: [] });
  expect(settingText("value" in read ? read.value : undefined)).toBe(text);
});

it("what a command came to is a line for each of its values", () => {
  const noted = { kind: "mode", mode: "auto", note: null } as const;
  expect(resultLines(noted)).toEqual([{ name: "mode", value: "auto" }]);
  expect(resultLines({ kind: "jobs", jobs: [], ended: { id: "1", wasRunning: true } })).toEqual([
    { name: "jobs", value: "[]" },
    { name: "ended", value: '{\n  "id": "1",\n  "wasRunning": true\n}' },
  ]);
});
