import { memoryJournal, toolExtension, type AgentEvent, type Gate, type ToolContext } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAgent, type Run } from "../src/index.ts";
import { call, entriesOf, pause, text, tool } from "./tools.ts";

const gate: Gate = { decide: () => ({ verdict: "allow", by: "test" }) };

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

/** Runs one call of a tool with a short time limit. */
async function runCall(work: (context: ToolContext, run: Run) => Promise<string>) {
  const journal = memoryJournal();
  const late = tool("late", (_, context) => work(context, run), { timeoutMs: 20 });
  await using agent = createAgent({
    model: scriptedModel([[call("a", "late")], [text("done")]]),
    extensions: [late],
    gate,
    journal,
    session: "s",
  });
  const run: Run = agent.run("go");
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  const result = (await entriesOf(journal)).find((entry) => entry.kind === "tool-result");
  return { ...(await run.result), result, events };
}

describe("a call that is stopped", () => {
  it.each<[string, (run: Run) => void]>([
    ["its time limit", () => undefined],
    ["an interruption", (run) => run.interrupt()],
  ])("by %s has the result that its tool still gives", async (_, stop) => {
    const { result } = await runCall(async ({ signal }, run) => {
      const ending = untilAborted(signal);
      stop(run);
      await ending;
      return "whole after all";
    });
    expect(result).toMatchObject({ content: [{ text: "whole after all" }] });
    expect(result).not.toHaveProperty("failure");
  });

  it("reports no progress any more", async () => {
    const { result, events } = await runCall(async ({ signal, progress }) => {
      progress("before");
      await untilAborted(signal);
      progress("after");
      throw new Error("stopped");
    });
    expect(events.flatMap((event) => (event.type === "tool-progress" ? [event.text] : []))).toEqual([
      "before",
    ]);
    expect(result).toMatchObject({ failure: { kind: "timed-out", partial: "before" } });
  });

  it("leaves no timer behind when its tool ends in time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const started = Promise.withResolvers<void>();
    const running = runCall(async ({ signal }) => (started.resolve(), await untilAborted(signal), "late"));
    await started.promise;
    await vi.advanceTimersByTimeAsync(20);
    expect((await running).outcome).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("a call whose question no one can answer ends the run only when it fails", async () => {
  const ask = async ({ requests }: ToolContext) =>
    requests!.elicit({ message: "Where?", schema: { type: "object" } });
  const { outcome, text: reply } = await runCall(async (context) => (await ask(context), "without"));
  expect([outcome, reply]).toEqual(["done", "done"]);
  const failing = await runCall(async (context) => (await ask(context), Promise.reject(new Error("No."))));
  expect(failing.outcome).toBe("needs-input");
});

it("the other calls of a reply are stopped when a hook ends the run after one of them", async () => {
  const stopped: boolean[] = [];
  const slow = tool("slow", (_, { signal }) =>
    pause(60_000, signal).then(
      () => "slow",
      () => (stopped.push(true), "stopped"),
    ),
  );
  await using agent = createAgent({
    model: scriptedModel([[call("a", "quick"), call("b", "slow")]]),
    extensions: [slow, tool("quick", () => "quick")],
    gate,
    hooks: {
      has: (type) => type === "after-tool",
      run: async (event) =>
        event.type === "after-tool" && event.request.tool === "quick" ? { endRun: "Enough." } : {},
    },
  });
  expect(await agent.run("go").result).toMatchObject({ outcome: "denied", error: { message: "Enough." } });
  expect(stopped).toEqual([true]);
});

describe("a call whose recovery throws", () => {
  it.each([
    ["is made again when that is safe", "safe", undefined],
    ["has an unknown outcome otherwise", "once", "unknown-outcome"],
  ] as const)("%s", async (_, repeat, failure) => {
    const first = memoryJournal();
    const act = {
      ...tool("act", () => "acted", { repeat }),
      recover: () => Promise.reject(new Error("The server is gone.")),
    };
    {
      const model = scriptedModel([[call("a", "act")], [text("x")]]);
      await using agent = createAgent({ model, extensions: [act], gate, journal: first, session: "s" });
      await agent.run("go").result;
    }
    const entries = await entriesOf(first);
    const journal = memoryJournal();
    await journal.append(
      "s",
      0,
      entries.slice(0, 1 + entries.findIndex(({ kind }) => kind === "tool-intent")),
    );
    await using agent = createAgent({
      model: scriptedModel([[text("done")]]),
      extensions: [act],
      gate,
      journal,
      session: "s",
    });
    expect((await agent.run().result).outcome).toBe("done");
    const result = (await entriesOf(journal)).find((entry) => entry.kind === "tool-result");
    expect(result?.failure?.kind).toBe(failure);
    expect(result?.recovered).toBe(failure === undefined ? "repeated" : undefined);
  });
});

describe("a call of a page", () => {
  const page = (work: (context: ToolContext) => Promise<string>) => {
    const act = tool("act", (_, context) => work(context));
    const apps = { page: () => Promise.reject(new Error("none")), tool: () => act };
    return { ...toolExtension(act), name: "shown", apps };
  };
  const wanted = { extension: "shown", tool: "act", input: {}, isApproved: true };

  it.each(["the agent is closed", "the caller leaves"])("is stopped when %s", async (how) => {
    const started = Promise.withResolvers<void>();
    const leaving = new AbortController();
    const agent = createAgent({
      model: scriptedModel([]),
      gate,
      extensions: [
        page(async ({ signal }) => (started.resolve(), await untilAborted(signal), "stopped in time")),
      ],
    });
    const called = agent.callForApp(wanted, { signal: leaving.signal });
    await started.promise;
    if (how === "the caller leaves") leaving.abort();
    const closed = agent.close();
    expect(await called).toMatchObject({ outcome: { content: [{ text: "stopped in time" }] } });
    await closed;
  });

  it.each(["deny", "ask"] as const)("that is not run tells no secret of the reason (%s)", async (verdict) => {
    const redact = (words: string) => words.replaceAll("hunter2", "***");
    await using agent = createAgent({
      model: scriptedModel([]),
      gate: { decide: () => ({ verdict, by: "rule", reason: "Not with hunter2." }) },
      redactor: { redact, restore: (words) => words, stream: () => ({ push: redact, end: () => "" }) },
      extensions: [page(async () => "acted")],
    });
    const end = JSON.stringify(await agent.callForApp({ ...wanted, isApproved: false }));
    expect(end).toContain("Not with ***.");
  });
});
