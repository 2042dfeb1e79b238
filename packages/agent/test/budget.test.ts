import { memoryJournal, type AttemptEvent, type AttemptModel, type Budget } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import {
  counted,
  end,
  failure,
  modelOf,
  price,
  recordingBudget,
  runOnBudget,
  start,
  textEvents,
  type Turn,
} from "./budgeted-run.ts";
import { call, tool } from "./tools.ts";

describe("every reservation is released once", () => {
  const cut = [start, ...textEvents("Hel")];
  it.each<[string, readonly Turn[]]>([
    ["after an answer", [[start, ...textEvents("Hi"), end(counted)]]],
    ["after an answer without counters", [[start, ...textEvents("Hi"), end({})]]],
    ["after a refusal", [[failure(true)]]],
    ["after an error", [[failure()]]],
    ["after a stream that was cut", [[...cut, failure()]]],
    ["after a stream without its end", [cut]],
    [
      "after retries",
      [[{ type: "retry-wait", ms: 1, reason: "", attempt: 1 }, start, ...textEvents("Hi"), end(counted)]],
    ],
    [
      "after another model went on",
      [
        [
          ...cut,
          { type: "reply-restarted", attempt: 2, reason: "" },
          { type: "model-switched", provider: "b", model: "b", reason: "", price },
          start,
          ...textEvents("Hi"),
          end(counted),
        ],
      ],
    ],
  ])("%s", async (_, turns) => {
    const { settled } = await runOnBudget(turns);
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
      yield* textEvents("Hello");
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
    const { settled } = await runOnBudget([[start, ...textEvents("Hi"), end(counted)]], {
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
      ...textEvents("Hi"),
      end(counted),
    ];
    const [billed, free] = [await runOnBudget([retried(false)]), await runOnBudget([retried(true)])];
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
    const { settled } = await runOnBudget(
      [[start, ...textEvents("Hi"), end({ ...counted, output: undefined })]],
      {
        options: { effort: "high" },
      },
    );
    expect(settled[0]?.[0]?.tokens).toBe(10 + 1_000 - 256); // the rest is for what comes while a stream is ended
  });

  it("an image and a file may take more than their bytes", async () => {
    const { claims } = await runOnBudget([[start, ...textEvents("Hi"), end(counted)]]);
    const plain = claims[0]?.inputTokens ?? 0;
    for (const type of ["image", "file"] as const) {
      const model = modelOf([[start, ...textEvents("Hi"), end(counted)]]);
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
    const { claims } = await runOnBudget([calls, [start, ...textEvents("Hi"), end(counted)]], {
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
      yield* textEvents("Hi");
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
    const turns = [[start, ...textEvents("Hi"), end(counted)]];
    const dynamicContext = () => [];
    const narrow = await runOnBudget(turns, { dynamicContext }, recordingBudget(300 + 256));
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
    const { result, settled } = await runOnBudget([long], { extensions: [look] });
    expect(result).toMatchObject({ outcome: "budget", error: { code: "budget" } });
    expect(ran).toBe(0);
    expect(settled[0]?.[0]?.isEstimate).toBe(true);
  });

  it("that is longer than it was to be goes on while more is left", async () => {
    const long = textEvents("ten bytes.".repeat(200));
    const { result } = await runOnBudget([[start, ...long, end(counted)]], {}, recordingBudget(1_000, true));
    expect(result.outcome).toBe("done");
  });
});
