import { describe, expect, it } from "vitest";
import { never } from "@skein/test-kit";
import { serveScript } from "@skein/provider-conformance/servers";
import { outcomeOf } from "@skein/provider-conformance/cases";
import { chunk, framed, provider, simple } from "./replies.ts";

async function torn(chunks: readonly unknown[]) {
  const bytes = Buffer.from(`${framed(chunks)}: more\n\n`);
  const notices: string[] = [];
  await using server = await serveScript(() => ({
    status: 200,
    contentType: "text/event-stream",
    body: bytes,
    cutAfterBytes: bytes.length - 3,
  }));
  const model = provider({ baseUrl: server.url, notice: (text) => void notices.push(text) }).model(
    "gemini-test",
  );
  const { events, error } = await outcomeOf(model.stream(simple, never));
  expect(error).toBeUndefined();
  return { end: events.at(-1), notices };
}

describe("a connection that breaks behind the reason to stop", () => {
  it("leaves the usage unknown, and says so, when the counters are those of an earlier piece", async () => {
    const { usageMetadata: _, ...bare } = chunk([{ text: "b" }], "STOP");
    const { end, notices } = await torn([chunk([{ text: "a" }]), bare]);
    expect(end).toMatchObject({ type: "message-end", stop: "answered", usage: {} });
    expect(notices).toEqual(["A reply of google ended without usage, so its tokens and cost are unknown."]);
  });

  it("keeps counters that came with it", async () => {
    const { end, notices } = await torn([chunk([{ text: "a" }], "STOP")]);
    expect(end).toMatchObject({ usage: { input: 9, output: 3 } });
    expect(notices).toEqual([]);
  });
});
