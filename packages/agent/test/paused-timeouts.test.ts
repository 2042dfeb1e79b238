import { isJsonObject, type Answer, type Gate, type ToolContext } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

const allowing: Gate = { decide: () => ({ verdict: "allow", by: "test" }) };
const timeoutMs = 1_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const message = { message: "Where to?", schema: { type: "object" } };

type Settle = { readonly answer: (answer: Answer) => void; readonly leave: (error: Error) => void };

/**
 * Runs a call of a tool with a timeout of one second on a clock of the test's own.
 *
 * @returns the questions as they were asked, and what the model gets.
 */
function start(work: (context: ToolContext) => Promise<string>) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: Settle[] = [];
  const model = scriptedModel([[call("a", "travel")], [text("done")]]);
  const agent = createAgent({
    model,
    gate: allowing,
    extensions: [tool("travel", (_, context) => work(context), { timeoutMs })],
    ask: () => new Promise<Answer>((answer, leave) => void asked.push({ answer, leave })),
  });
  onTestFinished(() => agent.close());
  const run = agent.run("go");
  const { result } = run;
  return {
    asked,
    run,
    result,
    /** Resolves when so many questions have been asked. */
    questions: (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count), { interval: 1 }),
    failure: async () => {
      expect((await result).outcome).toBe("done");
      const results = model.requests[1]?.messages.findLast(({ role }) => role === "tool")?.content;
      return results?.[0] && "failure" in results[0] ? results[0].failure : undefined;
    },
  };
}

const untilAborted = ({ signal }: ToolContext) =>
  new Promise<string>((_, reject) =>
    signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true }),
  );

const elicited = async ({ requests }: ToolContext) => {
  const reply = await requests!.elicit(message);
  return isJsonObject(reply) ? "answered" : "declined";
};

describe("the timeout of a call", () => {
  it("does not run while a person answers, however long they take", async () => {
    const { asked, questions, failure } = start(elicited);
    await questions(1);
    await vi.advanceTimersByTimeAsync(59 * minuteMs);
    asked[0]!.answer({ reply: {} });
    expect(await failure()).toBeUndefined();
  });

  it("does not run while a person answers a call that reports progress", async () => {
    const { asked, questions, failure } = start(async (context) => {
      const reply = elicited(context);
      context.progress("Waiting.");
      return reply;
    });
    await questions(1);
    await vi.advanceTimersByTimeAsync(minuteMs);
    asked[0]!.answer({ reply: {} });
    expect(await failure()).toBeUndefined();
  });

  it("stays paused while one of two questions is open", async () => {
    const { asked, questions, failure } = start(async (context) =>
      (await Promise.all([elicited(context), elicited(context)])).join(),
    );
    await questions(1);
    await vi.advanceTimersByTimeAsync(minuteMs);
    asked[0]!.answer({ reply: {} });
    await questions(2);
    await vi.advanceTimersByTimeAsync(minuteMs);
    asked[1]!.answer({ reply: {} });
    expect(await failure()).toBeUndefined();
  });

  it.each<[string, Answer]>([
    ["answered", { reply: {} }],
    ["declined", { reply: null }],
    ["dismissed", { deny: "" }],
  ])("runs in full once the question is %s", async (_, answer) => {
    let isAnswered = false;
    const { asked, questions, failure } = start(async (context) => {
      await elicited(context);
      isAnswered = true;
      return untilAborted(context);
    });
    await questions(1);
    await vi.advanceTimersByTimeAsync(minuteMs);
    asked[0]!.answer(answer);
    await vi.waitFor(() => expect(isAnswered).toBe(true), { interval: 1 });
    const before = vi.getTimerCount();
    await vi.advanceTimersByTimeAsync(timeoutMs - 100);
    expect(vi.getTimerCount()).toBe(before);
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(await failure()).toBe("timed-out");
  });

  it("ends at the hard cap although a question is open", async () => {
    const { questions, failure } = start(elicited);
    await questions(1);
    await vi.advanceTimersByTimeAsync(hourMs + minuteMs);
    expect(await failure()).toBe("timed-out");
  });

  it("leaves no timer when the call ends before its question is answered", async () => {
    const { failure } = start(async (context) => {
      void elicited(context);
      await Promise.resolve();
      context.progress("Done.");
      return "without an answer";
    });
    expect(await failure()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer when the call has ended", async () => {
    const { asked, questions, failure } = start(elicited);
    await questions(1);
    asked[0]!.answer({ reply: {} });
    expect(await failure()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
