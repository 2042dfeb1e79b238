import type { Entry } from "@skein/protocol";
import type { ListedSession } from "@skein/sessions";
import { describe, expect, it } from "vitest";
import { createAskedQuestions } from "../src/sessions/live/asked-questions.ts";
import { sessionQuestions } from "../src/sessions/live/session-questions.ts";

const answer = { allow: "once" } as const;

interface Given {
  /** Whether the session's parent waits for it. */
  readonly isWaitedFor?: boolean;
  readonly isRunning?: boolean;
  readonly isAsked?: boolean;
  readonly isOpen?: boolean;
}

/** The questions of session `child`, and what happens to them in order. */
function questionsOf({ isWaitedFor = false, isRunning = false, isAsked = false, isOpen = false }: Given) {
  const happened: string[] = [];
  const agent = {
    openQuestions: async () => [{ id: "of the agent" }],
    answer: async (id: string, _answer: unknown, { by }: { by: string }) =>
      void happened.push(`${id} by ${by}`),
  };
  const opened = { agent } as never;
  const listed = [
    { session: "child", summary: { child: { session: "parent", callId: "c" } } },
    { session: "parent", summary: {} },
  ] as unknown as readonly ListedSession[];
  const questions = sessionQuestions({
    id: "child",
    sessions: {
      openQuestions: async (session) => [{ id: `of ${session}` }] as never,
      list: async () => listed,
      async *entries() {
        if (isWaitedFor) yield { kind: "outcome", waitsFor: ["child"] } as unknown as Entry;
      },
    },
    agent: {
      open: async () => opened,
      opened: () => (isOpen ? Promise.resolve(opened) : undefined),
      reopen: async () => void happened.push("agent closed"),
    },
    asked: {
      answer: (id, { by }) => {
        if (isAsked) happened.push(`${id} to the run by ${by}`);
        return isAsked;
      },
    },
    runs: {
      ongoing: () => (isRunning ? ({} as never) : undefined),
      lastEnded: () => Promise.resolve().then(() => void happened.push("run ended")),
    },
    onAnswered: async () => void happened.push("parent resumed"),
    onWritten: async () => void happened.push("written"),
  });
  return { questions, happened };
}

describe("an answer in a session", () => {
  it.each<[name: string, Given, readonly string[]]>([
    ["is journaled, and others may join", {}, ["q by answer", "written"]],
    [
      "of a subagent is journaled while a run is on",
      { isWaitedFor: true, isRunning: true },
      ["q by answer", "written"],
    ],
    [
      "of a subagent goes to its parent, which gets the lease first",
      { isWaitedFor: true },
      ["q by answer", "agent closed", "parent resumed"],
    ],
    [
      "goes to the run that waits for it; the parent is resumed once that has ended",
      { isAsked: true, isWaitedFor: true },
      ["q to the run by answer", "run ended", "parent resumed"],
    ],
  ])("%s", async (_name, given, expected) => {
    const { questions, happened } = questionsOf(given);
    await questions.answer("q", answer);
    await new Promise((resolve) => setImmediate(resolve));
    expect(happened).toEqual(expected);
  });

  it("says who has given it", async () => {
    const { questions, happened } = questionsOf({});
    await questions.answer("q", answer, { by: "http" });
    expect(happened[0]).toBe("q by http");
  });
});

describe("the open questions of a session", () => {
  it("are those of its agent, if it is open, else those that are kept", async () => {
    expect(await questionsOf({ isOpen: true }).questions.openQuestions()).toEqual([{ id: "of the agent" }]);
    expect(await questionsOf({}).questions.openQuestions()).toEqual([{ id: "of child" }]);
  });
});

describe("a question that a run waits for", () => {
  const question = { id: "q", kind: "approval" } as never;
  const never = new AbortController().signal;

  it("is answered once, and not before it is asked", async () => {
    const asked = createAskedQuestions(undefined);
    expect(asked.answer("q", { answer, by: "http" })).toBe(false);
    const waiting = asked.ask(question, never);
    expect(asked.answer("q", { answer, by: "http" })).toBe(true);
    expect(asked.answer("q", { answer, by: "http" })).toBe(false);
    expect(await waiting).toEqual({ answer, by: "http" });
  });

  it("is put to who is there, too, until somebody else answers", async () => {
    let signalOf: AbortSignal | undefined;
    const asked = createAskedQuestions((_question, signal) => {
      signalOf = signal;
      return new Promise<never>(() => undefined);
    });
    const waiting = asked.ask(question, never);
    expect(signalOf?.aborted).toBe(false);
    asked.answer("q", { answer, by: "http" });
    await waiting;
    expect(signalOf?.aborted).toBe(true);
    const answering = createAskedQuestions(async () => answer);
    expect(await answering.ask(question, never)).toEqual({ answer, by: "ask" });
    expect(answering.answer("q", { answer, by: "http" })).toBe(false);
  });

  it("is given up with its run, and when who is there fails", async () => {
    const stopped = new AbortController();
    const asked = createAskedQuestions(undefined);
    const waiting = asked.ask(question, stopped.signal);
    stopped.abort(new Error("Enough."));
    await expect(waiting).rejects.toThrow("Enough.");
    expect(asked.answer("q", { answer, by: "http" })).toBe(false);
    const failing = createAskedQuestions(() => Promise.reject(new Error("Closed.")));
    await expect(failing.ask(question, never)).rejects.toThrow("Closed.");
  });
});
