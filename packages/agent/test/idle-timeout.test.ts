import { memoryJournal, ProviderError, type AttemptModel, type Compaction } from "@skein/protocol";
import { prepareModel } from "@skein/provider-kit";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { entriesOf, text } from "./tools.ts";

/** Never answers, and records when its request is aborted. */
function silentModel() {
  const stopped: unknown[] = [];
  const model: AttemptModel = {
    provider: "vendor",
    id: "silent",
    limits: {},
    async *stream(_, signal) {
      yield { type: "message-start", modelId: "silent" };
      await new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => {
          stopped.push(signal.reason);
          reject(signal.reason);
        }),
      );
    },
  };
  return { model, stopped };
}

/** Fails each time with what may be tried again, and may ask for a wait. */
function failingModel(retryAfterMs?: number) {
  let requests = 0;
  const sleeps: number[] = [];
  const clock = {
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        sleeps.push(ms);
        if (sleeps.length === 1 && retryAfterMs === undefined) return resolve();
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  const busy = {
    provider: "vendor",
    id: "busy",
    limits: {},
    // oxlint-disable-next-line require-yield -- it never gets that far
    async *stream() {
      requests++;
      throw new ProviderError("overloaded", "The vendor is busy.", {
        provider: "vendor",
        retryable: true,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    },
  };
  const model = prepareModel(busy, { retry: { clock } });
  return { model, requests: () => requests };
}

/** Sends `model` an auxiliary request before each call, and ignores a failure. */
function asking(model: AttemptModel): Compaction {
  return {
    async plan(view, signal) {
      const request = { system: "", tools: [], messages: [], options: {} };
      const notice = await view.ask(request, model).then(
        () => "There is a summary.",
        (error: unknown) => (error instanceof ProviderError ? `${error.code}: ${error.message}` : "?"),
      );
      signal.throwIfAborted();
      return { entries: [], notices: [notice] };
    },
  };
}

/** The error of an auxiliary request to `model`. */
async function errorOf(model: AttemptModel, auxiliaryIdleMs: number): Promise<unknown> {
  let failure: unknown;
  const compaction: Compaction = {
    async plan(view) {
      const request = { system: "", tools: [], messages: [], options: {} };
      await view.ask(request, model).catch((error: unknown) => (failure = error));
      return { entries: [] };
    },
  };
  await using agent = createAgent({ model: scriptedModel([[text("done")]]), compaction, auxiliaryIdleMs });
  await agent.run("go").result;
  return failure;
}

async function run(side: AttemptModel, auxiliaryIdleMs: number) {
  const journal = memoryJournal();
  const model = scriptedModel([[text("done")]]);
  await using agent = createAgent({
    model,
    journal,
    session: "s",
    compaction: asking(side),
    auxiliaryIdleMs,
  });
  const started = agent.run("go");
  const notices: string[] = [];
  for await (const event of started) if (event.type === "notice") notices.push(event.text);
  const results = (await entriesOf(journal)).filter((entry) => entry.kind === "model-result");
  return { outcome: (await started.result).outcome, notices, results };
}

describe("an auxiliary request", () => {
  it("to a silent model is announced, then given up and stopped", async () => {
    const { model, stopped } = silentModel();
    const { outcome, notices, results } = await run(model, 200);
    expect(outcome).toBe("done");
    expect(notices).toEqual([
      "The summary: vendor/silent has sent nothing for 0.1 s; giving up after 0.2 s.",
      "stalled: silent did not answer for 0.2 s.",
    ]);
    expect(stopped).toHaveLength(1);
    expect(results[0]).toMatchObject({ model: "silent", attempts: 1, error: { code: "stalled" } });
  });

  it("to a failing model is retried once, and no more", async () => {
    const { model, requests } = failingModel();
    const { outcome, notices, results } = await run(model, 60_000);
    expect([outcome, requests()]).toEqual(["done", 2]);
    expect(notices).toEqual([
      expect.stringMatching(/^The summary: vendor\/busy is retried in [\d.]+ s: The vendor is busy\.$/),
      "stalled: The vendor is busy.",
    ]);
    expect(results[0]).toMatchObject({ attempts: 2 });
  });

  it("is not retried when the vendor asks for a long backoff", async () => {
    const { model, requests } = failingModel(3_000_000);
    const { outcome, notices } = await run(model, 60_000);
    expect([outcome, requests()]).toEqual(["done", 1]);
    expect(notices).toEqual(["stalled: The vendor is busy."]);
  });

  it.each([
    ["silent", () => silentModel().model, 50],
    ["failing", () => failingModel().model, 60_000],
    ["failing for long", () => failingModel(3_000_000).model, 60_000],
  ])("that is given up names the %s vendor, and may be tried again later", async (_, model, idleMs) => {
    expect(await errorOf(model(), idleMs)).toMatchObject({
      code: "stalled",
      provider: "vendor",
      retryable: true,
    });
  });

  it("between runs is announced at once", async () => {
    const { model: side } = silentModel();
    const model = scriptedModel([[text("done")]]);
    const told: string[] = [];
    await using agent = createAgent({ model, session: "s", compaction: asking(side), auxiliaryIdleMs: 200 });
    await agent.run("go").result;
    const { changed, notices } = await agent.compact({ tell: (sentence) => told.push(sentence) });
    expect([changed, notices, told]).toEqual([
      false,
      ["stalled: silent did not answer for 0.2 s."],
      ["The summary: vendor/silent has sent nothing for 0.1 s; giving up after 0.2 s."],
    ]);
  });
});
