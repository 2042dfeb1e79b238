import { ProviderError, type AttemptEvent, type ModelEvent, type ModelRequest } from "@skein/protocol";
import { attemptLawBreaks, streamLawBreaks } from "@skein/provider-kit";
import { describe, expect, it } from "vitest";
import { telexServer } from "../telex-server.ts";
import { createTelex, telexModel } from "../telex.ts";
import type { TelexLine } from "../wire.ts";

const request: ModelRequest = { system: "", tools: [], messages: [], options: {} };
const end: TelexLine = { end: "done", read: 3, written: 2 };

async function read(lines: readonly TelexLine[]): Promise<{ events: ModelEvent[]; error: unknown }> {
  await using server = await telexServer([lines]);
  const events: ModelEvent[] = [];
  try {
    const stream = telexModel(server.url, "telex-1").stream(request, AbortSignal.timeout(5_000));
    for await (const event of stream) events.push(event);
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

describe("a telex model", () => {
  it.each<readonly [string, readonly TelexLine[]]>([
    ["text", [{ text: "A" }, { text: "B" }, end]],
    ["a call", [{ call: "1", name: "look", input: "{}" }, end]],
    ["text between calls", [{ text: "A" }, { call: "1", name: "look", input: "[" }, { text: "B" }, end]],
    ["nothing", [end]],
  ])("keeps the law of the stream with %s", async (_, lines) => {
    const { events, error } = await read(lines);
    expect(error).toBeUndefined();
    expect(streamLawBreaks(events)).toEqual([]);
  });

  it("says that it waits for results when it has called, and never repairs a call", async () => {
    const { events } = await read([{ call: "1", name: "look", input: '{"at":' }, end]);
    expect(events).toContainEqual({
      type: "part-end",
      part: 0,
      content: { type: "tool-call", id: "1", name: "look", raw: '{"at":', problem: "not-json" },
    });
    expect(events.at(-1)).toMatchObject({ stop: "tool-calls", usage: { input: 3, output: 2 } });
  });

  it("fails when the reply has no end", async () => {
    const { events, error } = await read([{ text: "Half an ans" }]);
    expect(ProviderError.is(error) && error.code).toBe("bad-stream");
    expect(streamLawBreaks(events, { cut: true })).toEqual([]);
  });

  it("is asked again when it is overloaded, and when it broke off", async () => {
    await using server = await telexServer([503, [{ text: "Half" }], [{ text: "Whole" }, end]]);
    const model = createTelex(server.url, { firstWaitMs: 1 }).model("telex-1");
    const events: AttemptEvent[] = [];
    for await (const event of model.stream(request, AbortSignal.timeout(5_000))) events.push(event);
    expect(attemptLawBreaks(events)).toEqual([]);
    expect(events.filter(({ type }) => type === "retry-wait")).toHaveLength(2);
    expect(server.requests).toHaveLength(3);
  });

  it("says which address does not answer", async () => {
    const { url } = await closedServer();
    await expect(createTelex(url).check()).rejects.toMatchObject({ name: "ProviderError", code: "network" });
  });
});

async function closedServer() {
  await using server = await telexServer([]);
  return { url: server.url };
}
