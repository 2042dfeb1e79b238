import type { ExtensionRequests, ToolOutcome } from "@skein/protocol";
import { expect, it } from "vitest";
import { sayLeftBehind } from "../src/developer/shell/sandboxed.ts";

const outcome: ToolOutcome = { content: [{ type: "text", text: "output" }] };
const left = { path: "/p/.envrc", reason: "what direnv runs", aside: "/s/.envrc" };

it.each([
  ["nothing, and no failure", [], undefined, []],
  ["nothing, and a failure", [], "No space left.", [/^\[The check .* failed: No space left\. Tell the user/]],
  ["a file, and a failure", [left], "No space left.", [/^\[\/p\/\.envrc decides/, /^\[The check /]],
])("the model is told of %s", async (_, files, failure, expected) => {
  const held = {
    argv: [],
    env: {},
    release: async () => files,
    checkFailure: () => failure,
    signsIn: () => [],
  };
  const result = await sayLeftBehind(outcome, held);
  if ("kind" in result) throw new Error("no result");
  const lines = result.content
    .slice(1)
    .flatMap((part) => (part.type === "text" ? part.text.split("\n") : []));
  expect(lines).toHaveLength(expected.length);
  for (const [index, line] of lines.entries()) expect(line).toMatch(expected[index]!);
});

it.each([
  ["trusts them", {}, undefined, [/trusts it, and it was put back/, /changed it, and the user trusts it/]],
  ["declines", null, undefined, [/The user can put it back/, /until the user trusts it/]],
  ["does not answer", "cancelled", undefined, [/The user can put it back/, /until the user trusts it/]],
  [
    "trusts what cannot be put back",
    {},
    "It exists.",
    [/could not be trusted: It exists\. The user can/, /could not be trusted: It exists\. Tell the user/],
  ],
] as const)("a user who is asked about files %s", async (_, reply, problem, expected) => {
  const trusted: string[] = [];
  const held = {
    argv: [],
    env: {},
    release: async () => [left, { path: "/p/.mcp.json", reason: "which servers start" }],
    signsIn: () => [],
    trust: async (path: string) => {
      if (problem !== undefined) throw new Error(problem);
      trusted.push(path);
    },
  };
  const questions: string[] = [];
  const requests: ExtensionRequests = {
    elicit: async ({ message }) => {
      questions.push(message);
      return reply;
    },
    sample: async () => ({ text: "", model: "m" }),
  };
  const result = await sayLeftBehind(outcome, held, requests);
  if ("kind" in result) throw new Error("no result");
  expect(questions).toEqual([
    "The command has left files that other programs obey. Trust them?\n/p/.envrc, moved to /s/.envrc: it decides what direnv runs\n/p/.mcp.json, changed: it decides which servers start",
  ]);
  const lines = result.content
    .slice(1)
    .flatMap((part) => (part.type === "text" ? part.text.split("\n") : []));
  for (const [index, line] of expected.entries()) expect(lines[index]).toMatch(line);
  const isTrusted = reply !== null && reply !== "cancelled" && problem === undefined;
  expect(trusted).toEqual(isTrusted ? ["/p/.envrc", "/p/.mcp.json"] : []);
});
