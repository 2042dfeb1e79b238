import { anthropicServer } from "@skein/provider-conformance/servers";
import { outcomeOf } from "@skein/provider-conformance/cases";
import type { JsonObject } from "@skein/protocol";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createAnthropic } from "../src/index.ts";

const request = requestOf([user("Hello")], { options: { effort: "high" } });

function provider(baseUrl: string, notice: (text: string) => void = () => undefined) {
  return createAnthropic({ apiKey: "sk-ant-test", baseUrl, notice, env: {}, retry: { retries: 0 } });
}

const refusal = (message: string) => ({
  status: 400,
  body: { error: { type: "invalid_request_error", message } },
});

it.each([
  "output_config: Extra inputs are not permitted",
  "adaptive thinking is not supported on this model",
  "This model does not support the effort parameter.",
  "thinking.type: Input tag 'adaptive' found using 'type' does not match any of the expected tags",
])("an effort that an unknown model refuses is left out from then on: %s", async (message) => {
  await using server = await anthropicServer([refusal(message), { parts: [] }, { parts: [] }]);
  const notices: string[] = [];
  const model = provider(server.url, (text) => void notices.push(text)).model("claude-3-opus-20240229");
  await collect(model.stream(request, never));
  await collect(model.stream(request, never));
  const bodies = server.requests.map((received) => received.json() as JsonObject);
  expect(bodies.map((body) => "output_config" in body || "thinking" in body)).toEqual([true, false, false]);
  expect(notices).toEqual([
    "anthropic refused an effort for claude-3-opus-20240229: the session continues without one.",
  ]);
});

it.each([
  ["of a model that is known", "claude-opus-5-5", "output_config: Extra inputs are not permitted"],
  ["of thoughts in messages", "claude-old", "messages.1.content.0: thinking blocks cannot be modified"],
  ["of something else", "claude-old", "max_tokens: 100000 > 4096"],
])("a refusal %s stays an error", async (_, id, message) => {
  await using server = await anthropicServer([refusal(message), { parts: [] }]);
  const { error } = await outcomeOf(provider(server.url).model(id).stream(request, never));
  expect([server.requests.length, String(error)]).toEqual([1, expect.stringContaining(message)]);
});
