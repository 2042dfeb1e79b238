import type { AssistantPart, StopReason } from "@skein/protocol";
import { defineTool } from "@skein/extension-kit";
import { ProviderError } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, pause, text, tool } from "./tools.ts";

type Script = Parameters<typeof scriptedModel>[0];

async function runOf(script: Script, parts: Partial<AgentParts> = {}) {
  const model = scriptedModel(script);
  await using agent = createAgent({ model, ...parts });
  return { result: await agent.run("go").result, requests: model.requests };
}

function stoppedBy(stop: StopReason, content: readonly AssistantPart[] = [text("half")]) {
  return { content, stop, rawStop: `raw-${stop}` };
}

const echo = defineTool({
  name: "echo",
  description: "Says ok.",
  effect: "reads",
  input: z.object({ n: z.number().default(0) }),
  run: async () => "ok",
});

describe("a run ends as", () => {
  it("done, with the text of the last reply, when the model has answered", async () => {
    const { result } = await runOf([[text("Looking."), call("a", "echo")], [text("Found.")]], {
      extensions: [echo],
    });
    expect(result).toMatchObject({ outcome: "done", text: "Found.", turns: 2, toolCalls: 1 });
  });

  it("limit, when the answer was cut off by the output limit", async () => {
    const { result } = await runOf([stoppedBy("length")]);
    expect(result).toMatchObject({ outcome: "limit", error: { code: "output-length" }, text: "half" });
  });

  it.each(["refused", "other"] as const)(
    "provider, when the stop is %s, naming the vendor's word",
    async (stop) => {
      const { result } = await runOf([stoppedBy(stop)]);
      expect(result.outcome).toBe("provider");
      expect(result.error?.message).toContain(`raw-${stop}`);
    },
  );

  it("provider, when the model fails", async () => {
    const failure = new ProviderError("overloaded", "Too busy.", { provider: "t", retryable: true });
    const { result } = await runOf([failure]);
    expect(result).toMatchObject({
      outcome: "provider",
      error: { code: "overloaded", message: "Too busy." },
    });
  });

  it("limit, when the turns are used up", async () => {
    const script = Array.from({ length: 5 }, (_, n) => [call(`c${n}`, "echo", { n })]);
    const { result, requests } = await runOf(script, { extensions: [echo], limits: { maxTurns: 3 } });
    expect(result).toMatchObject({ outcome: "limit", error: { code: "max-turns" }, turns: 3 });
    expect(requests).toHaveLength(3);
  });

  it.each([
    ["after 50 times with the same result", 50, () => "the same"],
    ["after 100 times with results that differ", 100, String],
  ] as const)("limit, when the same call is made over and over, %s", async (_how, times, answer) => {
    let ran = 0;
    const counter = tool("counter", () => answer(++ran));
    const script = Array.from({ length: 110 }, (_, n) => [call(`c${n}`, "counter", { same: true })]);
    const { result } = await runOf(script, { extensions: [counter] });
    expect(result).toMatchObject({
      outcome: "limit",
      error: {
        code: "max-repetitions",
        message: `The model made the same call of "counter" more than ${times} times in a row.`,
      },
    });
    expect(ran).toBe(times);
  });

  it("limit, when two calls come in turns, over and over, though every one succeeds", async () => {
    let ran = 0;
    const look = tool("look", () => {
      ran++;
      return "the same";
    });
    const script = Array.from({ length: 200 }, (_, n) => [call(`c${n}`, "look", { at: n % 2 })]);
    const { result } = await runOf(script, { extensions: [look] });
    expect(result).toMatchObject({ outcome: "limit", error: { code: "max-repetitions" } });
    expect(ran).toBe(100);
  });

  it("limit, when the time is up, and running tools are stopped", async () => {
    let stopped = false;
    const stuck = tool("stuck", async (_, { signal }) => {
      signal.addEventListener("abort", () => (stopped = true));
      await pause(60_000, signal);
      return "";
    });
    const { result } = await runOf([[call("a", "stuck")]], {
      extensions: [stuck],
      limits: { maxTimeMs: 1_000 },
    });
    expect(result).toMatchObject({ outcome: "limit", error: { code: "max-time" } });
    expect(stopped).toBe(true);
  });

  it("budget, before the call that could exceed it is made", async () => {
    const refused = { code: "budget", message: "No money." };
    const budget = { reserve: () => Promise.resolve({ refused }), status: () => [] };
    const { result, requests } = await runOf([[text("never")]], { budget });
    expect(result).toMatchObject({ outcome: "budget", error: { message: "No money." } });
    expect(requests).toHaveLength(0);
  });
});

describe("an empty reply", () => {
  it.each<[string, AssistantPart[]]>([
    ["with nothing in it", []],
    ["with only thoughts", [{ type: "thinking", text: "hmm" }]],
  ])("%s gets one nudge", async (_, content) => {
    const { result, requests } = await runOf([stoppedBy("answered", content), [text("Here.")]]);
    expect(result).toMatchObject({ outcome: "done", text: "Here." });
    expect(requests[1]?.messages.at(-1)).toMatchObject({ role: "user", from: "agent" });
  });

  it("twice in a row is a named outcome", async () => {
    const { result } = await runOf([stoppedBy("answered", []), stoppedBy("answered", [])]);
    expect(result).toMatchObject({ outcome: "provider", error: { code: "empty-reply" } });
  });
});

it("a paused reply is asked for again with what it had", async () => {
  const { result, requests } = await runOf([stoppedBy("paused", [text("part one")]), [text("part two")]]);
  expect(result).toMatchObject({ outcome: "done", text: "part two" });
  expect(requests[1]?.messages.at(-1)).toMatchObject({ role: "assistant", content: [{ text: "part one" }] });
});

describe("a structured output", () => {
  const output = z.object({ celsius: z.number() });

  it("is submitted through final_output", async () => {
    const model = scriptedModel([[call("a", "final_output", { celsius: 12 })]]);
    await using agent = createAgent({ model, output });
    const result = await agent.run("go").result;
    expect(result.outcome).toBe("done");
    const celsius: number | undefined = result.output?.celsius;
    expect(celsius).toBe(12);
  });

  it.each([
    ["an object as it is", output, { properties: { celsius: { type: "number" } } }],
    ["anything else as a field", z.array(z.number()), { required: ["result"], additionalProperties: false }],
  ])("is asked for as an object, and in the system prompt: %s", async (_, schema, expected) => {
    const { requests } = await runOf([[text("no")]], { output: schema });
    const handOver = requests[0]?.tools.find(({ name }) => name === "final_output");
    expect(handOver?.inputSchema).toMatchObject({ type: "object", ...expected });
    expect(requests[0]?.system).toContain("final_output");
    expect((await runOf([[text("yes")]])).requests[0]?.system).not.toContain("final_output");
  });

  it("is requested again when the model only answers in text, and when it is invalid", async () => {
    const { result, requests } = await runOf(
      [
        [text("It is 12 degrees.")],
        [call("a", "final_output", { celsius: "warm" })],
        [call("b", "final_output", { celsius: 12 })],
      ],
      { output },
    );
    expect(result).toMatchObject({ outcome: "done", output: { celsius: 12 } });
    expect(requests[1]?.messages.at(-1)).toMatchObject({ from: "agent" });
    expect(requests[2]?.messages.at(-1)).toMatchObject({ content: [{ failure: "invalid-input" }] });
  });

  it("that fits only at the third try is done", async () => {
    const { result } = await runOf(
      [
        [call("a", "final_output", { celsius: "warm" })],
        [call("b", "final_output", {})],
        [call("c", "final_output", { celsius: 12 })],
      ],
      { output },
    );
    expect(result).toMatchObject({ outcome: "done", turns: 3, output: { celsius: 12 } });
  });

  it("that never comes is invalid-output", async () => {
    const { result } = await runOf(
      Array.from({ length: 9 }, () => [text("no")]),
      { output },
    );
    expect(result).toMatchObject({ outcome: "invalid-output", turns: 5 });
  });

  it("that never fits is invalid-output", async () => {
    const script = Array.from({ length: 9 }, (_, n) => [
      call(`c${n}`, "final_output", { celsius: `${n} degrees` }),
    ]);
    const { result } = await runOf(script, { output });
    expect(result).toMatchObject({ outcome: "invalid-output", turns: 5 });
  });

  it("may be something else than an object", async () => {
    const { result } = await runOf([[call("a", "final_output", { result: [1, 2] })]], {
      output: z.array(z.number()),
    });
    expect(result.output).toEqual([1, 2]);
  });
});

describe("a run that has nothing to do", () => {
  it("is a usage error, also in an empty session", async () => {
    const model = scriptedModel([]);
    await using agent = createAgent({ model });
    expect((await agent.run().result).outcome).toBe("not-started");
  });

  it("makes no request when its signal was already aborted", async () => {
    const model = scriptedModel([[text("never")]]);
    await using agent = createAgent({ model });
    const { outcome, turns } = await agent.run("go", { signal: AbortSignal.abort() }).result;
    expect([outcome, turns, model.requests]).toEqual(["cancelled", 0, []]);
  });
});
