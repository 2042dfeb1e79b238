import { describe, expect, it } from "vitest";
import type { Message } from "@skein/protocol";
import { assistant, call, collect, never, requestOf, result, results, user } from "@skein/test-kit";
import { openaiChatServer, openaiResponsesServer } from "@skein/provider-conformance/servers";
import { createOpenAI } from "../src/index.ts";

const answer = { parts: [{ type: "text", text: "Done." }] } as const;

function refusal(message: string) {
  return { status: 400, body: { error: { type: "invalid_request_error", message } } };
}

const said: readonly Message[] = [user("Begin."), assistant(call("c1")), results(result("c1", "out"))];

describe("a conversation that came from elsewhere", () => {
  it("gets an empty field for thoughts where a vendor wants one with each reply, from then on", async () => {
    const wanted = "The `reasoning_content` in the thinking mode must be passed back to the API.";
    await using server = await openaiChatServer([refusal(wanted), answer, answer]);
    const model = createOpenAI({ apiKey: "k", baseUrl: `${server.url}/v1`, api: "chat", env: {} }).model("m");
    await collect(model.stream(requestOf(said), never));
    await collect(model.stream(requestOf(said), never));
    const fields = server.requests.map(({ bytes }) => bytes.toString().includes('"reasoning_content":""'));
    expect(fields).toEqual([false, true, true]);
  });

  it("is sent without sealed thoughts that the endpoint cannot open", async () => {
    const wanted = "The encrypted content gAAA...Xg== could not be verified.";
    await using server = await openaiResponsesServer([refusal(wanted), answer]);
    const data = { api: "responses", id: "rs_1", summary: [], encrypted_content: "of another account" };
    const thought = {
      type: "thinking",
      text: "",
      sidecar: { provider: "openai", model: "gpt-5", data },
    } as const;
    const settings = { apiKey: "k", baseUrl: `${server.url}/v1`, api: "responses", env: {} } as const;
    const messages = [user("Begin."), assistant(thought, { type: "text", text: "Yes." }), user("Go on.")];
    await collect(createOpenAI(settings).model("gpt-5").stream(requestOf(messages), never));
    const types = server.requests.map((request) => {
      const { input } = request.json() as { readonly input: readonly { readonly type: string }[] };
      return input.map(({ type }) => type);
    });
    expect(types).toEqual([
      ["message", "reasoning", "message", "message"],
      ["message", "message", "message"],
    ]);
  });
});
