import { describe, expect, it } from "vitest";
import { ProviderError } from "@skein/protocol";
import type { AttemptEvent, AttemptModel } from "@skein/protocol";
import { complete, withRetries } from "@skein/provider-kit";
import { collect } from "@skein/test-kit";
import { recorded, scriptedModel, tapeModel } from "../src/index.ts";
import type { ScriptedTurn } from "../src/index.ts";
import { never, requestOf } from "./requests.ts";

const busy = new ProviderError("overloaded", "busy", {
  provider: "replay",
  retryable: true,
  retryAfterMs: 1,
  status: 529,
});
const sleep = (): Promise<void> => Promise.resolve();

/** What each request gave, and the tape of it. */
async function record(
  turns: readonly ScriptedTurn[],
  texts: readonly string[],
): Promise<{ readonly given: unknown[]; readonly tape: string }> {
  const lines: string[] = [];
  const scripted = withRetries(scriptedModel(turns, { limits: { contextTokens: 9 } }), {
    clock: { sleep },
    retries: 1,
  });
  const model = recorded(scripted, (line) => void lines.push(line));
  return { given: await ask(model, texts), tape: lines.join("\n") };
}

async function ask(model: AttemptModel, texts: readonly string[]): Promise<unknown[]> {
  const given: unknown[] = [];
  for (const text of texts) {
    given.push(await collect(model.stream(requestOf(text), never)).catch((error: unknown) => error));
  }
  return given;
}

describe("a tape", () => {
  it("gives what the model gave, restarts and errors included", async () => {
    const denied = new ProviderError("auth", "no key", {
      provider: "replay",
      retryable: false,
      hint: "look",
    });
    const turns: ScriptedTurn[] = [
      [{ type: "text", text: "Hello" }],
      { events: [{ type: "message-start", modelId: "m" }], error: busy },
      [{ type: "tool-call", id: "1", name: "sh", input: { a: 1 } }],
      denied,
    ];
    const { given, tape } = await record(turns, ["a", "b", "c"]);
    const model = tapeModel(tape);
    const replayed = await ask(model, ["a", "b", "c"]);
    expect(replayed).toEqual(given);
    expect(replayed[2]).toMatchObject({ name: "ProviderError", code: "auth", hint: "look" });
    expect((replayed[1] as AttemptEvent[]).map(({ type }) => type)).toContain("reply-restarted");
    expect(model).toMatchObject({ provider: "replay", id: "scripted", limits: { contextTokens: 9 } });
  });

  it("says where a request is not the recorded one", async () => {
    const { tape } = await record(
      [[{ type: "text", text: "Hello" }]],
      ["What is the weather in Oslo today?"],
    );
    await expect(
      complete(tapeModel(tape), requestOf("What is the weather in Rome today?"), never),
    ).rejects.toMatchObject({
      code: "bad-request",
      retryable: false,
      message:
        'Request 1 is not the recorded one: /messages/0/content/0/text: recorded "t is the weather in Oslo today?" (from character 3), now "t is the weather in Rome today?".',
    });
    const other = { ...requestOf("What is the weather in Oslo today?"), options: { temperature: 1 } };
    await expect(complete(tapeModel(tape), other, never)).rejects.toThrow(
      "/options/temperature: recorded nothing, now 1.",
    );
    const more = { ...other, options: {}, messages: [...other.messages, ...other.messages] };
    await expect(complete(tapeModel(tape), more, never)).rejects.toThrow(
      "/messages: recorded 1 items, now 2 items.",
    );
    const turned = Object.fromEntries(
      Object.entries(requestOf("What is the weather in Oslo today?")).toReversed(),
    );
    await expect(complete(tapeModel(tape), turned as unknown as typeof other, never)).rejects.toThrow(
      "keys in the order system, tools",
    );
    expect(await complete(tapeModel(tape, { verify: false }), requestOf("anything"), never)).toMatchObject({
      stop: "answered",
    });
  });

  it("ends with a sentence when it has run out", async () => {
    const { tape } = await record([[]], ["a"]);
    const model = tapeModel(tape);
    await complete(model, requestOf("a"), never);
    await expect(complete(model, requestOf("a"), never)).rejects.toThrow("The tape has only 1 exchanges.");
  });

  it("keeps what came before the reader left, and says so there", async () => {
    const lines: string[] = [];
    const model = recorded(
      scriptedModel([[{ type: "text", text: "Hello" }]]),
      (line) => void lines.push(line),
    );
    for await (const event of model.stream(requestOf("a"), never)) if (event.type === "text-delta") break;
    const seen: AttemptEvent[] = [];
    const replaying = (async () => {
      for await (const event of tapeModel(lines[0]!).stream(requestOf("a"), never)) seen.push(event);
    })();
    await expect(replaying).rejects.toThrow("Exchange 1 was left here when it was recorded.");
    expect(seen.map(({ type }) => type)).toEqual(["message-start", "part-start", "text-delta"]);
  });

  it("does not take an abort for the model's failure", async () => {
    const lines: string[] = [];
    const controller = new AbortController();
    const model = recorded(
      scriptedModel([[{ type: "text", text: "Hello" }]], { delayMs: 20 }),
      (line) => void lines.push(line),
    );
    const reading = collect(model.stream(requestOf("a"), controller.signal));
    controller.abort("enough");
    await expect(reading).rejects.toBe("enough");
    expect(JSON.parse(lines[0]!)).toMatchObject({ end: "left" });
    expect(lines[0]).not.toContain("error");
  });

  it.each(["nonsense", '{"v":2}', '{"v":1,"request":{}}'])(
    "with a line that is none is refused (%s)",
    async (line) => {
      const { tape } = await record([[]], ["a"]);
      expect(() => tapeModel(`${tape}\n\n${line}`)).toThrow("Line 3 of the tape is not a recorded exchange.");
    },
  );

  it("waits for its sink", async () => {
    let written = false;
    const model = recorded(scriptedModel([[]]), async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      written = true;
    });
    await complete(model, requestOf("a"), never);
    expect(written).toBe(true);
  });
});
