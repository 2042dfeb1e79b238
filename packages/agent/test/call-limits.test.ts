import { memoryJournal, type Gate, type OutcomeError, type RunLimits } from "@skein/protocol";
import { scriptedModel, type ScriptedAnswer } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const allow: Gate = { decide: () => ({ verdict: "allow", by: "test" }) };

/** Runs these replies, and then "done". Each reply is the names of the tools that it calls. */
async function runOf(replies: readonly (readonly string[])[], limits: Partial<RunLimits>) {
  const ran: string[] = [];
  const looks = tool("look", () => (ran.push("look"), "seen"));
  const starts = tool("spawn", () => (ran.push("spawn"), "started"), { startsAgents: true });
  const script: readonly ScriptedAnswer[] = replies.map((names, reply) =>
    names.map((name, at) => call(`${reply}-${at}`, name, { reply, at })),
  );
  const model = scriptedModel([...script, [text("done")]]);
  await using agent = createAgent({ model, gate: allow, tools: [looks, starts], limits });
  const { outcome, error } = await agent.run("go").result;
  return { outcome, error, ran };
}

const times = (count: number, name: string): readonly string[] => Array.from({ length: count }, () => name);

describe("the limit of tool calls of a run", () => {
  it.each<[string, readonly (readonly string[])[], number, string, number]>([
    ["is not reached by as many", [times(3, "look")], 3, "done", 3],
    ["is exceeded by one more, before any of the reply runs", [times(4, "look")], 3, "limit", 0],
    ["counts over all replies", [times(2, "look"), times(2, "look")], 3, "limit", 2],
    ["counts up to the last one", [times(2, "look"), ["look"]], 3, "done", 3],
    ["may be one", [["look"], ["look"]], 1, "limit", 1],
  ])("%s", async (_, replies, maxToolCalls, outcome, made) => {
    const ended = await runOf(replies, { maxToolCalls });
    const error = {
      code: "max-tool-calls",
      message: `The limit of ${maxToolCalls} tool call${maxToolCalls === 1 ? "" : "s"} was reached before the work was done.`,
      hint: "Resume the session to continue, or raise the limit with the setting maxToolCalls.",
    };
    expect([ended.outcome, ended.ran.length]).toEqual([outcome, made]);
    expect(ended.error).toEqual(outcome === "limit" ? error : undefined);
  });

  it("is none unless it is set", async () => {
    const ended = await runOf([times(300, "look")], {});
    expect([ended.outcome, ended.ran.length]).toEqual(["done", 300]);
  });

  it("is that of one run: the next one begins from scratch, and the calls left open do not run", async () => {
    const model = scriptedModel([
      times(4, "look").map((name, at) => call(`a${at}`, name, { at })),
      [call("b", "look", { at: 9 })],
      [text("done")],
    ]);
    const ran: unknown[] = [];
    const journal = memoryJournal();
    const looks = tool("look", (input) => (ran.push(input), "seen"));
    await using agent = createAgent({
      model,
      journal,
      session: "s",
      tools: [looks],
      limits: { maxToolCalls: 3 },
    });
    expect((await agent.run("go").result).outcome).toBe("limit");
    expect((await agent.run("go on").result).outcome).toBe("done");
    expect(ran).toEqual([{ at: 9 }]);
    const results = (await entriesOf(journal)).filter(({ kind }) => kind === "tool-result");
    expect(results).toHaveLength(5);
  });
});

describe("the limit of subagents in one reply", () => {
  it.each<[string, readonly string[], string, number]>([
    ["is not reached by as many", times(2, "spawn"), "done", 2],
    ["is exceeded by one more, before any starts", times(3, "spawn"), "limit", 0],
    ["does not count other calls", [...times(2, "spawn"), ...times(5, "look")], "done", 7],
    ["keeps the other calls of the reply from running, too", [...times(3, "spawn"), "look"], "limit", 0],
    ["ends ten thousand at once", times(10_000, "spawn"), "limit", 0],
  ])("%s", async (_, names, outcome, made) => {
    const ended = await runOf([names], { subagentsPerReply: 2, maxRepetitions: 100_000 });
    const error = {
      code: "max-subagents",
      message: `The model requested ${names.filter((name) => name === "spawn").length} subagents in one reply; the limit is 2. None was started.`,
      hint: "Say how to split the work, or raise the setting subagentsPerReply.",
    };
    expect([ended.outcome, ended.ran.length]).toEqual([outcome, made]);
    expect(ended.error).toEqual(outcome === "limit" ? error : undefined);
  });

  it("is that of each reply", async () => {
    const ended = await runOf([times(2, "spawn"), times(2, "spawn")], { subagentsPerReply: 2 });
    expect([ended.outcome, ended.ran.length]).toEqual(["done", 4]);
  });
});

describe("a watch of the memory", () => {
  const short: OutcomeError = { code: "memory", message: "Short of memory.", hint: "Resume." };

  it("ends the run with its error as a limit, and is ended with the run", async () => {
    const watches = { begun: 0, ended: 0 };
    let tellLow: ((error: OutcomeError) => void) | undefined;
    const model = scriptedModel([[call("a", "wait")], [text("done")]]);
    const waits = tool("wait", (_, { signal }) => {
      tellLow?.(short);
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true }),
      );
    });
    await using agent = createAgent({
      model,
      tools: [waits],
      watchMemory(low) {
        watches.begun += 1;
        tellLow = low;
        return () => void (watches.ended += 1);
      },
    });
    expect(await agent.run("go").result).toMatchObject({ outcome: "limit", error: short });
    expect(watches).toEqual({ begun: 1, ended: 1 });
    expect((await agent.run("go on").result).outcome).toBe("done");
    expect(watches).toEqual({ begun: 2, ended: 2 });
  });
});
