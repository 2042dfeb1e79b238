import type { Gate, Message, ToolCallPart, ToolOutcome, ToolResultPart } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, pause, text, tool } from "./tools.ts";

/** Runs one reply with these calls and returns what the model was told of them. */
async function answersTo(
  calls: readonly ToolCallPart[],
  parts: Partial<AgentParts>,
): Promise<readonly ToolResultPart[]> {
  const model = scriptedModel([calls, [text("done")]]);
  await using agent = createAgent({ model, ...parts });
  const { outcome, error } = await agent.run("go").result;
  expect({ outcome, error }).toEqual({ outcome: "done", error: undefined });
  return resultsIn(model.requests[1]?.messages ?? []);
}

function resultsIn(messages: readonly Message[]): readonly ToolResultPart[] {
  return messages.flatMap((message) => (message.role === "tool" ? message.content : []));
}

const words = (result: ToolResultPart | undefined) =>
  (result?.content ?? []).map((part) => (part.type === "text" ? part.text : part.type)).join("");

describe("calls of one reply", () => {
  it("run at once, and their results keep the model's order", async () => {
    let running = 0;
    const ended: string[] = [];
    const order = ["b", "c", "a"];
    const turns = order.map(() => Promise.withResolvers<void>());
    const slow = tool("slow", async (input) => {
      const { id } = input as { id: string };
      if (++running === order.length) turns[0]?.resolve();
      const at = order.indexOf(id);
      await turns[at]?.promise;
      ended.push(id);
      turns[at + 1]?.resolve();
      return id;
    });
    const calls = ["a", "b", "c"].map((id) => call(id, "slow", { id }));
    const results = await answersTo(calls, { extensions: [slow] });
    expect(ended).toEqual(order);
    expect(results.map((result) => [result.callId, words(result)])).toEqual([
      ["a", "a"],
      ["b", "b"],
      ["c", "c"],
    ]);
  });

  it("queue in the model's order when they share a resource", async () => {
    const log: string[] = [];
    const write = tool(
      "write",
      async (input) => {
        const { id } = input as { id: string };
        log.push(`+${id}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.push(`-${id}`);
        return id;
      },
      { resources: (input) => [(input as { path: string }).path] },
    );
    const calls = [
      call("1", "write", { id: "1", path: "a" }),
      call("2", "write", { id: "2", path: "a" }),
      call("3", "write", { id: "3", path: "b" }),
    ];
    await answersTo(calls, { extensions: [write] });
    expect(log.indexOf("-1")).toBeLessThan(log.indexOf("+2"));
    expect(log.indexOf("+3")).toBeLessThan(log.indexOf("+2"));
  });

  it("reach the right result when ids are missing or used twice", async () => {
    const echo = tool("echo", (input) => JSON.stringify(input));
    const results = await answersTo(
      [call("", "echo", { n: 1 }), call("x", "echo", { n: 2 }), call("x", "echo", { n: 3 })],
      {
        extensions: [echo],
      },
    );
    expect(results.map(words)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    expect(new Set(results.map((result) => result.callId)).size).toBe(3);
  });
});

describe("a call that cannot run becomes a prompt", () => {
  const echo = tool("echo", () => "ran");
  it("when there is no such tool", async () => {
    const [result] = await answersTo([call("a", "ecoh")], { extensions: [echo] });
    expect(result?.failure).toBe("unknown-tool");
    expect(words(result)).toContain("echo");
  });

  it.each(["cut-off", "not-json"] as const)(
    "when its arguments are %s, and it is never run",
    async (problem) => {
      let ran = false;
      const marker = tool("marker", () => ((ran = true), ""));
      const broken = { type: "tool-call", id: "a", name: "marker", raw: '{"a', problem } as const;
      const [result] = await answersTo([broken], { extensions: [marker] });
      expect(result?.failure).toBe("malformed-input");
      expect(ran).toBe(false);
    },
  );

  it("when its input does not fit", async () => {
    const picky = tool("picky", () => "ran", {
      check: () => ({ ok: false, issues: ["/n: expected number"] }),
    });
    const [result] = await answersTo([call("a", "picky")], { extensions: [picky] });
    expect(result?.failure).toBe("invalid-input");
    expect(words(result)).toContain("/n: expected number");
  });

  it("when the gate denies it", async () => {
    const gate: Gate = { decide: () => ({ verdict: "deny", by: "test", reason: "Not today" }) };
    const [result] = await answersTo([call("a", "echo")], { extensions: [echo], gate });
    expect(result?.failure).toBe("denied");
    expect(words(result)).toContain("Not today.");
  });

  it("when the tool throws, or returns nothing", async () => {
    const throws = tool("throws", () => {
      throw new Error("boom");
    });
    const nothing = tool("nothing", () => "", { call: () => Promise.resolve(undefined as never) });
    const results = await answersTo([call("a", "throws"), call("b", "nothing")], {
      extensions: [throws, nothing],
    });
    expect(results.map((result) => result.failure)).toEqual(["failed", "failed"]);
    expect(words(results[0])).toBe("boom");
  });

  it("when it makes no progress for too long, with the output so far", async () => {
    const stuck = tool(
      "stuck",
      async (_, { signal, progress }) => {
        progress(`first ${"x".repeat(4_000)}`);
        progress("half way");
        await pause(60_000, signal);
        return "never";
      },
      { timeoutMs: 30 },
    );
    const [result] = await answersTo([call("a", "stuck")], { extensions: [stuck] });
    expect(result?.failure).toBe("timed-out");
    expect(words(result)).toContain("xhalf way");
    expect(words(result)).not.toContain("first");
  });

  it("also when the tool calls it an interruption", async () => {
    const polite = tool(
      "polite",
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () =>
            resolve({ kind: "interrupted", started: true, partial: "mine" }),
          );
        }),
      { timeoutMs: 30 },
    );
    const [result] = await answersTo([call("a", "polite")], { extensions: [polite] });
    expect(result?.failure).toBe("timed-out");
    expect(words(result)).toContain("mine");
  });

  it("but not while it makes progress", async () => {
    const steady = tool(
      "steady",
      async (_, { signal, progress }) => {
        for (let step = 0; step < 5; step++) {
          await pause(300, signal);
          progress(".");
        }
        return "made it";
      },
      { timeoutMs: 1_200 },
    );
    const [result] = await answersTo([call("a", "steady")], { extensions: [steady] });
    expect(words(result)).toBe("made it");
  });
});

describe("safe coercions", () => {
  it("reach the tool and the journal, not the transcript", async () => {
    const seen: unknown[] = [];
    const typed = tool("typed", (input) => (seen.push(input), "ok"), {
      inputSchema: { type: "object", properties: { n: { type: "integer" } } },
    });
    const model = scriptedModel([[call("a", "typed", { n: "3" })], [text("done")]]);
    await using agent = createAgent({ model, extensions: [typed] });
    await agent.run("go").result;
    expect(seen).toEqual([{ n: 3 }]);
    expect(model.requests[1]?.messages[1]).toMatchObject({ content: [{ input: { n: "3" } }] });
  });
});

it.each([undefined, null, "text", 3])(
  "a tool that gives %j instead of an outcome has failed",
  async (given) => {
    const act = { ...tool("act", () => ""), call: async () => given as unknown as ToolOutcome };
    const model = scriptedModel([[call("a", "act")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [act] });
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ content: [{ failure: "failed" }] });
  },
);
