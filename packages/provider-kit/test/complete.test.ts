import { describe, expect, it } from "vitest";
import { ProviderError } from "@skein/protocol";
import { complete, withRetries } from "../src/index.ts";
import { end, modelOf, request, saying, start, text } from "./models.ts";

const never = new AbortController().signal;

describe("a whole reply", () => {
  it("is what the stream said, in the order in which its parts started", async () => {
    const [open0, delta0, close0] = text(0, "first");
    const [open1, delta1, close1] = text(1, "second");
    const model = modelOf(saying(start, open0!, open1!, delta1!, close1!, delta0!, close0!, end));
    expect(await complete(model, request, never)).toEqual({
      modelId: "m",
      content: [
        { type: "text", text: "first" },
        { type: "text", text: "second" },
      ],
      stop: "answered",
      rawStop: "end",
      usage: { input: 1, output: 2 },
    });
  });

  it("holds nothing of an attempt that was given up", async () => {
    const busy = new ProviderError("overloaded", "busy", { provider: "vendor", retryable: true });
    const model = modelOf(
      saying(start, ...text(0, "a"), ...text(1, "b"), busy),
      saying(start, ...text(0, "c"), end),
    );
    const sleep = (): Promise<void> => Promise.resolve();
    const reply = await complete(withRetries(model, { clock: { sleep } }), request, never);
    expect(reply.content).toEqual([{ type: "text", text: "c" }]);
  });

  it("is not had from a stream without an end", async () => {
    const stream = complete(modelOf(saying(start, ...text(0, "a"))), request, never);
    await expect(stream).rejects.toMatchObject({ code: "bad-stream", retryable: true });
  });
});
