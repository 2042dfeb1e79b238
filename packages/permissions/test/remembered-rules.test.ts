import { expect, it } from "vitest";
import { createGate, type RememberedAnswer } from "../src/index.ts";
import { request, signal } from "./requests.ts";

function storeOf(answers: readonly RememberedAnswer[]) {
  let kept = answers;
  return {
    load: async () => kept,
    save: async (all: readonly RememberedAnswer[]) => void (kept = all),
  };
}

const command = (text: string) => request({ input: { command: text } });

it("rules that an answer has added hold in its folder alone, and for its tool alone", async () => {
  const store = storeOf([]);
  await createGate({ mode: "smart_approve", store }).remember(command("npm test a"), "always");
  const [answer] = await store.load();
  expect(answer).toMatchObject({ rules: ["shell(npm test [known])"] });
  const gate = createGate({ mode: "smart_approve", store });
  expect(await gate.decide(command("npm test b"), signal)).toMatchObject({ verdict: "allow" });
  for (const cwd of ["/", "/project/sub", "/project2", "/elsewhere"]) {
    const { verdict } = await gate.decide({ ...command("npm test b"), cwd }, signal);
    expect([cwd, verdict]).toEqual([cwd, "ask"]);
  }
});

it.each([
  ["another extension", { extension: "stranger" }],
  ["another tool", { tool: "shell2" }],
  ["another folder", { call: { input: { command: "npm test a" }, cwd: "/elsewhere" } }],
])("the rules of an answer to %s are not this tool's", async (_, changes) => {
  const answer: RememberedAnswer = {
    tool: "shell",
    extension: "developer",
    effect: "runs",
    call: { input: { command: "npm test a" }, cwd: "/project" },
    rules: ["shell(npm test *)"],
  };
  const gate = createGate({ mode: "smart_approve", store: storeOf([{ ...answer, ...changes }]) });
  expect(await gate.decide(command("npm test b"), signal)).toMatchObject({ verdict: "ask" });
  expect((await gate.grants(command("npm test b"))).rules).toEqual([]);
});

it("an answer for the session, or to exactly this call, adds no rule", async () => {
  const session = createGate({ mode: "smart_approve" });
  await session.remember(command("npm test a"), "session");
  expect(await session.decide(command("npm test b"), signal)).toMatchObject({ verdict: "ask" });
  const store = storeOf([]);
  const exact = createGate({ mode: "smart_approve", store });
  await exact.remember({ ...command("npm test a"), isExact: true }, "always");
  expect(await store.load()).toEqual([
    {
      tool: "shell",
      extension: "developer",
      effect: "runs",
      call: { input: { command: "npm test a" }, cwd: "/project" },
    },
  ]);
});

it("an answer to exactly one call of a tool that writes does not cover the tool", async () => {
  const gate = createGate({ mode: "smart_approve" });
  const write = request({ tool: "write", effect: "writes", input: { path: "a" } });
  await gate.remember({ ...write, isExact: true }, "session");
  expect(await gate.decide({ ...write, input: { path: "b" } }, signal)).toMatchObject({ verdict: "ask" });
  await gate.remember(write, "session");
  expect((await gate.grants({ ...write, input: { path: "c" } })).isAnswered).toBe(false);
});

it("a listener that has unsubscribed is not notified of further answers", async () => {
  const gate = createGate({ mode: "smart_approve" });
  let count = 0;
  const unsubscribe = gate.onRemembered(() => void count++);
  await gate.remember(command("make"), "session");
  unsubscribe();
  await gate.remember(command("make all"), "session");
  expect(count).toBe(1);
});
