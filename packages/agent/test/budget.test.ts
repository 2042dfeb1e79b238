import {
  memoryJournal,
  ProviderError,
  type AgentEvent,
  type AttemptEvent,
  type AttemptModel,
  type Budget,
  type BudgetClaim,
  type Charge,
  type ModelRequest,
} from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, tool } from "./tools.ts";

const price = { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 1 };
const counted = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };

/** Grants this many output tokens, and records how every reservation ends. */
function recordingBudget(granted = 1_000, grows = false) {
  const claims: BudgetClaim[] = [];
  const settled: Charge[][] = [];
  const budget: Budget = {
    async reserve(claim) {
      claims.push(claim);
      const own: Charge[] = [];
      settled.push(own);
      let outputTokens = granted;
      return {
        get outputTokens() {
          return outputTokens;
        },
        grow(wanted) {
          if (grows) outputTokens = wanted;
          return grows;
        },
        settle: (charge) => (own.push(charge), []),
      };
    },
    status: () => [],
  };
  return { budget, claims, settled };
}

type Turn = readonly (AttemptEvent | Error)[];

function modelOf(turns: readonly Turn[]): AttemptModel & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    provider: "test",
    id: "test",
    limits: { outputTokens: 500 },
    price,
    requests,
    thinking: ({ effort }) => ({ budgetTokens: 0, isHidden: effort === "high" }),
    async *stream(request, signal) {
      requests.push(request);
      for (const event of turns[requests.length - 1] ?? []) {
        signal.throwIfAborted();
        if (event instanceof Error) throw event;
        yield event;
      }
    },
  };
}

const start: AttemptEvent = { type: "message-start", modelId: "test" };

function said(text: string): AttemptEvent[] {
  return [
    { type: "part-start", part: 0, kind: "text" },
    { type: "text-delta", part: 0, delta: text },
    { type: "part-end", part: 0, content: { type: "text", text } },
  ];
}

function end(usage: object, stop: "answered" | "tool-calls" = "answered"): AttemptEvent {
  return { type: "message-end", stop, rawStop: stop, usage };
}

function failure(unbilled = false): ProviderError {
  return new ProviderError("overloaded", "Busy.", { provider: "test", retryable: true, unbilled });
}

async function run(turns: readonly Turn[], parts: Partial<AgentParts> = {}, recording = recordingBudget()) {
  const model = modelOf(turns);
  const journal = memoryJournal();
  await using agent = createAgent({ model, journal, session: "s", budget: recording.budget, ...parts });
  const running = agent.run("go");
  const events: AgentEvent[] = [];
  for await (const event of running) events.push(event);
  const result = await running.result;
  return { ...recording, model, result, events, entries: await entriesOf(journal) };
}

describe("every reservation is released once", () => {
  const cut = [start, ...said("Hel")];
  it.each<[string, readonly Turn[]]>([
    ["after an answer", [[start, ...said("Hi"), end(counted)]]],
    ["after an answer without counters", [[start, ...said("Hi"), end({})]]],
    ["after a refusal", [[failure(true)]]],
    ["after an error", [[failure()]]],
    ["after a stream that was cut", [[...cut, failure()]]],
    ["after a stream without its end", [cut]],
    [
      "after retries",
      [[{ type: "retry-wait", ms: 1, reason: "", attempt: 1 }, start, ...said("Hi"), end(counted)]],
    ],
    [
      "after another model went on",
      [
        [
          ...cut,
          { type: "reply-restarted", attempt: 2, reason: "" },
          { type: "model-switched", provider: "b", model: "b", reason: "", price },
          start,
          ...said("Hi"),
          end(counted),
        ],
      ],
    ],
  ])("%s", async (_, turns) => {
    const { settled } = await run(turns);
    expect(settled.length).toBeGreaterThan(0);
    expect(settled.map((charges) => charges.length)).toEqual(settled.map(() => 1));
  });

  it("when the run is interrupted in the middle of a reply, with what had been reported", async () => {
    const recording = recordingBudget();
    const stopper = new AbortController();
    const model = modelOf([]);
    const stream: AttemptModel["stream"] = async function* (_, signal) {
      yield start;
      yield { type: "usage", usage: { input: 40, cacheRead: 0, cacheWrite: 0, output: 1 } };
      yield* said("Hello");
      stopper.abort();
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    await using agent = createAgent({ model: { ...model, stream }, budget: recording.budget });
    const result = await agent.run("go", { signal: stopper.signal }).result;
    expect(result).toMatchObject({
      outcome: "cancelled",
      usage: { input: 40, output: 1, cacheRead: 0, cacheWrite: 0 },
      costIsEstimate: true,
    });
    expect(recording.settled).toHaveLength(1);
    expect(recording.settled[0]).toHaveLength(1);
    // The prompt as it was counted; of the reply all that may have been made of its bytes.
    expect(recording.settled[0]?.[0]).toMatchObject({ tokens: 40 + 64 + 5, isEstimate: true });
  });

  it("when the journal cannot be written", async () => {
    const journal = memoryJournal();
    let isFull = false;
    const append: typeof journal.append = async (session, seq, entries) => {
      isFull ||= entries.some(({ kind }) => kind === "model-request");
      if (isFull) throw new Error("The disk is full.");
      return journal.append(session, seq, entries);
    };
    const { settled } = await run([[start, ...said("Hi"), end(counted)]], {
      journal: { ...journal, append },
    });
    expect(settled.map((charges) => charges.length)).toEqual([1]);
  });
});

describe("unknown usage is never counted as zero", () => {
  it("an attempt that failed is charged, one that was turned away is not", async () => {
    const retried = (unbilled: boolean): Turn => [
      { type: "retry-wait", ms: 1, reason: "", attempt: 1, ...(unbilled ? { unbilled: true } : {}) },
      start,
      ...said("Hi"),
      end(counted),
    ];
    const [billed, free] = [await run([retried(false)]), await run([retried(true)])];
    expect(billed.settled[0]?.[0]?.tokens).toBeGreaterThan(1_000);
    expect(free.settled[0]?.[0]).toEqual({ tokens: 0, costUsd: 0, isEstimate: false });
    expect(free.result).not.toHaveProperty("costIsEstimate");
    const attempts = billed.entries.filter(({ kind }) => kind === "model-attempt");
    const chargedTokens = billed.settled[0]?.[0]?.tokens;
    expect(attempts).toMatchObject([{ chargedTokens, reservedTokens: 0 }, { chargedTokens }]);
    const sum = billed.settled.flat().reduce((total, { costUsd = 0 }) => total + costUsd, 0);
    expect(billed.result).toMatchObject({ costIsEstimate: true });
    expect(billed.result.costUsd).toBeCloseTo(sum, 12);
    expect(billed.entries.find(({ kind }) => kind === "model-result")).toMatchObject({
      costIsEstimate: true,
    });
  });

  it("hidden thinking may have taken all that was allowed", async () => {
    const { settled } = await run([[start, ...said("Hi"), end({ ...counted, output: undefined })]], {
      options: { effort: "high" },
    });
    expect(settled[0]?.[0]?.tokens).toBe(10 + 1_000 - 256); // the rest is for what comes while a stream is ended
  });

  it("an image and a file may take more than their bytes", async () => {
    const { claims } = await run([[start, ...said("Hi"), end(counted)]]);
    const plain = claims[0]?.inputTokens ?? 0;
    for (const type of ["image", "file"] as const) {
      const model = modelOf([[start, ...said("Hi"), end(counted)]]);
      const recording = recordingBudget();
      await using agent = createAgent({ model, budget: recording.budget });
      await agent.run([{ type, mediaType: "image/png", data: "AAAA" }]).result;
      expect(recording.claims[0]?.inputTokens).toBeGreaterThan(plain + 5_000);
    }
  });

  it("a later request is bounded by what the vendor counted for the one before", async () => {
    const look = tool("look", () => "seen");
    const calls: Turn = [
      start,
      { type: "part-start", part: 0, kind: "tool-call" },
      { type: "part-end", part: 0, content: call("1", "look") },
      end(counted, "tool-calls"),
    ];
    const { claims } = await run([calls, [start, ...said("Hi"), end(counted)]], {
      extensions: [look],
      system: "x".repeat(50_000),
    });
    expect(claims[0]?.inputTokens).toBeGreaterThan(50_000);
    expect(claims[1]?.inputTokens).toBeLessThan(3_000);
  });
});

describe("a reply under a budget", () => {
  it("asks for less when it is tried again and less is left", async () => {
    const recording = recordingBudget();
    const caps: (number | undefined)[] = [];
    const model = modelOf([]);
    const stream: AttemptModel["stream"] = async function* (request) {
      caps.push(request.outputCap);
      yield { type: "retry-wait", ms: 1, reason: "", attempt: 1 };
      caps.push(request.outputCap);
      yield start;
      yield* said("Hi");
      yield end(counted);
    };
    const left = [756, 600];
    const budget: Budget = {
      ...recording.budget,
      async reserve(claim, signal) {
        const found = await recording.budget.reserve(claim, signal);
        const outputTokens = left.shift() ?? 0;
        if (outputTokens < claim.leastOutputTokens || "refused" in found)
          return { refused: { code: "budget", message: "Nothing is left." } };
        return { ...found, outputTokens };
      },
    };
    await using agent = createAgent({ model: { ...model, stream }, budget });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
    expect(caps).toEqual([500, 344]);
    expect(recording.settled.map((charges) => charges.length)).toEqual([1, 1]);
  });

  it("is asked for with the limit that was set aside, and nothing else of the request changes", async () => {
    const turns = [[start, ...said("Hi"), end(counted)]];
    const dynamicContext = () => [];
    const narrow = await run(turns, { dynamicContext }, recordingBudget(300 + 256));
    const wide = modelOf(turns);
    await using agent = createAgent({ model: wide, dynamicContext });
    await agent.run("go").result;
    const { session } = narrow.model.requests[0]!;
    expect(narrow.model.requests).toEqual([{ ...wide.requests[0], session, outputCap: 300 }]);
  });

  it("is ended when what has come may have cost all that is set aside: its calls never run", async () => {
    let ran = 0;
    const look = tool("look", () => `seen ${++ran}`);
    const long: Turn = [
      start,
      { type: "part-start", part: 0, kind: "tool-call" },
      { type: "part-end", part: 0, content: call("1", "look") },
      { type: "part-start", part: 1, kind: "text" },
      ...Array.from({ length: 200 }, (): AttemptEvent => ({
        type: "text-delta",
        part: 1,
        delta: "ten bytes.",
      })),
      new Error("read too far"),
    ];
    const { result, settled } = await run([long], { extensions: [look] });
    expect(result).toMatchObject({ outcome: "budget", error: { code: "budget" } });
    expect(ran).toBe(0);
    expect(settled[0]?.[0]?.isEstimate).toBe(true);
  });

  it("that is longer than it was to be goes on while more is left", async () => {
    const long = said("ten bytes.".repeat(200));
    const { result } = await run([[start, ...long, end(counted)]], {}, recordingBudget(1_000, true));
    expect(result.outcome).toBe("done");
  });
});
