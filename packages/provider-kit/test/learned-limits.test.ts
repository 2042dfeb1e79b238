import { describe, expect, it } from "vitest";
import { ProviderError } from "@skein/protocol";
import type { ModelLimits } from "@skein/protocol";
import { collect, never } from "@skein/test-kit";
import { createProvider } from "../src/index.ts";
import { request, start } from "./models.ts";

function vendor(own: ModelLimits, listed: ModelLimits = {}) {
  return createProvider<string>(
    {
      id: "vendor",
      connect: () => Promise.resolve("key"),
      model: (id) => ({
        provider: "vendor",
        id,
        limits: own,
        async *stream() {
          yield await Promise.resolve(start);
          throw new ProviderError("context-overflow", "too long", {
            provider: "vendor",
            retryable: false,
            contextTokens: 8192,
          });
        },
      }),
      list: () => Promise.resolve([{ id: "m", limits: listed }]),
    },
    {},
  );
}

describe("limits that a model does not know", () => {
  it("are unknown until the endpoint says them", () => {
    expect(vendor({}).model("m").limits).toEqual({});
  });

  it("are learned from the list of models, also by models that were handed out before", async () => {
    const provider = vendor({}, { contextTokens: 32_768, outputTokens: 4096 });
    const { limits } = provider.model("m");
    await provider.models();
    expect(limits).toEqual({ contextTokens: 32_768, outputTokens: 4096 });
    expect(provider.model("m").limits).toEqual({ contextTokens: 32_768, outputTokens: 4096 });
    expect(provider.model("other").limits).toEqual({});
  });

  it("are learned from a refusal that names the window", async () => {
    const provider = vendor({ outputTokens: 4096 });
    const model = provider.model("m");
    await expect(collect(model.stream(request, never))).rejects.toMatchObject({ contextTokens: 8192 });
    expect(model.limits).toEqual({ contextTokens: 8192, outputTokens: 4096 });
  });

  it("leave alone what is known", async () => {
    const own = { contextTokens: 1000, outputTokens: 10, images: true, pdfs: false };
    const provider = vendor(own, { contextTokens: 5, outputTokens: 5 });
    await provider.models();
    expect(provider.model("m").limits).toBe(own);
  });
});
