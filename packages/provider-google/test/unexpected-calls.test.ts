import { describe, expect, it } from "vitest";
import { partsOf } from "@skein/provider-conformance/cases";
import { fetchOf } from "@skein/provider-conformance/servers";
import { streamLawBreaks } from "@skein/provider-kit";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { chunk, decoded, framed, provider } from "./replies.ts";

const inputSchema = { type: "object", properties: {} };
const tools = [{ name: "look", description: "To look.", inputSchema }];
const request = requestOf([user("Hello")], { tools });
const reason = "UNEXPECTED_TOOL_CALL";
const sentence = "Unexpected tool call: Model tried to call an undeclared function: gone";
const say = (parts: readonly object[], finishMessage = sentence) => {
  const { candidates, ...rest } = chunk(parts, reason) as { readonly candidates: readonly object[] };
  return { ...rest, candidates: [{ ...candidates[0], finishMessage }] };
};
const call = (name: string) => ({ functionCall: { name, args: { at: "a" } } });

async function read(...chunks: readonly object[]) {
  const events = await decoded(framed(chunks), [40], request);
  expect(streamLawBreaks(events)).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: "message-end", stop: "tool-calls", rawStop: reason });
  return partsOf(events);
}

// The form with a call: github.com/epam/ai-dial-adapter-vertexai, issue 325, read 2026-11-30.
describe("a call that the vendor did not expect", () => {
  it("of an undeclared tool is told to the model as such", async () => {
    expect(await read(say([call("gone")]))).toMatchObject([{ name: "gone", input: { at: "a" } }]);
  });

  it("is not run, though its tool exists, in whichever chunk it came", async () => {
    const broken = { type: "tool-call", name: "look", raw: sentence, problem: "not-json" };
    expect(await read(say([call("look")]))).toMatchObject([broken]);
    const parts = await read(chunk([call("look")]), chunk([{ text: "So." }]), say([call("gone")]));
    expect(parts).toMatchObject([
      broken,
      { type: "text", text: "So." },
      { name: "gone", input: { at: "a" } },
    ]);
    for (const part of parts) expect(part).not.toHaveProperty("input", undefined);
  });

  it.each([
    [sentence, "gone"],
    ["Unexpected tool call: print(default_api.sh(command='ls'))", "print"],
    ["Unexpected tool call: default_api.look(at='a').", "look"],
    ["Unexpected tool call: 'look'", "look"],
    ["Something else happened", "tool_call"],
  ])("is made of the sentence alone: %s", async (said, name) => {
    expect(await read(say([], said))).toMatchObject([
      { type: "tool-call", name, raw: said, problem: "not-json", id: expect.stringMatching(/./) as string },
    ]);
  });

  it("fails, and is tried again, when there is neither a call nor a sentence", async () => {
    await expect(decoded(framed([chunk([], reason)]), [40], request)).rejects.toMatchObject({
      code: "bad-stream",
      retryable: true,
    });
  });
});

describe("a JSON body without a finish reason", () => {
  const json = { "content-type": "application/json" };
  const readBody = async (body: string) => {
    const fetch = fetchOf(Buffer.from(body), 64, 200, json);
    return await collect(provider({ fetch }).model("gemini-test").stream(request, never));
  };

  it("is whole behind its last bracket, and nowhere in front of it", async () => {
    const body = JSON.stringify([chunk([{ text: "So." }]), chunk([call("look")]), chunk([call("look")])]);
    expect((await readBody(body)).at(-1)).toMatchObject({ stop: "tool-calls", rawStop: "" });
    for (const cut of [1, 200, body.length - 1])
      await expect(readBody(body.slice(0, cut))).rejects.toMatchObject({
        code: "bad-stream",
        retryable: true,
      });
  });

  it("fails without a call", async () => {
    for (const parts of [[], [{ text: "So." }]])
      await expect(readBody(JSON.stringify(chunk(parts)))).rejects.toMatchObject({ code: "bad-stream" });
  });
});
