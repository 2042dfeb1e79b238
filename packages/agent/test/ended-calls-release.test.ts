import { memoryJournal, type Answer, type Gate, type Question, type Tool } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const bad = (value: unknown) => JSON.stringify(value).includes("bad");
const resources = () => ["file:/a.txt"];

interface Case {
  readonly edit?: Partial<Tool>;
  readonly run?: () => string;
  readonly gate?: Gate["decide"];
  readonly answer?: (question: Question) => Answer;
  readonly parts?: Partial<AgentParts>;
}

/** Ends of a first call that another one of the same file waits for. */
const ends: readonly (readonly [string, string, Case])[] = [
  [
    "fails its precheck",
    "failed",
    { edit: { precheck: async (value) => (bad(value) ? { kind: "failed", message: "No." } : undefined) } },
  ],
  [
    "is denied by the gate",
    "denied",
    { gate: ({ input }) => ({ verdict: bad(input) ? "deny" : "ask", by: "rule" }) },
  ],
  [
    "is declined by the user",
    "denied",
    { answer: (asked) => ("input" in asked && bad(asked.input) ? { deny: "No." } : { allow: "once" }) },
  ],
  [
    "is edited into an invalid one",
    "invalid-input",
    {
      edit: { check: (value) => (bad(value) ? { ok: false, issues: ["bad"] } : { ok: true, value }) },
      answer: (asked) =>
        "input" in asked && JSON.stringify(asked.input).includes("first")
          ? { allow: "once", input: { path: "bad" } }
          : { allow: "once" },
    },
  ],
  [
    "is refused by the checkpoints",
    "denied",
    { parts: { checkpoints: { before: async ({ input }) => (bad(input) ? refused : undefined) } } },
  ],
  [
    "throws",
    "failed",
    {
      run: () => {
        throw new Error("No.");
      },
    },
  ],
];
const refused = { root: "/project", refused: "No." };

it.each(ends)("a call that %s leaves its file to the next one", async (_, failure, given) => {
  const { edit, run = () => "edited", gate, answer, parts } = given;
  const first = edit?.check ? "first" : "bad";
  const ran: string[] = [];
  const editing = tool("edit", (value, { callId }) => (ran.push(callId), bad(value) ? run() : "edited"), {
    effect: "writes",
    resources,
    ...edit,
  });
  const model = scriptedModel([
    [call("a", "edit", { path: first }), call("b", "edit", { path: "good" }), call("c", "edit", {})],
    [text("done")],
  ]);
  const journal = memoryJournal();
  await using agent = createAgent({
    model,
    journal,
    session: "s",
    extensions: [editing],
    gate: { decide: gate ?? (() => ({ verdict: "ask", by: "mode", mayPrecheck: true })) },
    ask: async (question) => answer?.(question) ?? { allow: "once" },
    ...parts,
  });
  expect((await agent.run("go").result).outcome).toBe("done");
  const results = (await entriesOf(journal)).filter((entry) => entry.kind === "tool-result");
  expect(Object.fromEntries(results.map((one) => [one.callId, one.failure?.kind]))).toEqual({
    a: failure,
    b: undefined,
    c: undefined,
  });
  expect(ran.filter((id) => id !== "a")).toEqual(["b", "c"]);
});
