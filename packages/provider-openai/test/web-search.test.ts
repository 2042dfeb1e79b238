import type { ModelRequest } from "@skein/protocol";
import { collect, never, openaiResponsesRules } from "@skein/test-kit";
import { openaiChatServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { chat } from "../src/chat.ts";
import { responses } from "../src/responses.ts";
import { provider } from "./replies.ts";
import { simple } from "./requests.ts";
import { targetOf } from "./targets.ts";

const tool = { name: "sh", description: "Run.", inputSchema: { type: "object" } };
const request: ModelRequest = { ...simple, tools: [tool], options: { webSearch: true } };

it("the vendor's search of the web is a tool of its own, whose sources are asked for", () => {
  const body = responses.body(request, targetOf("gpt-5"));
  expect(body).toMatchObject({
    include: ["reasoning.encrypted_content", "web_search_call.action.sources"],
    tools: [{ type: "web_search" }, { type: "function", name: "sh" }],
  });
  expect([...openaiResponsesRules(body)]).toEqual([]);
  expect(responses.body({ ...simple, options: { webSearch: true } }, targetOf("gpt-4.1"))).toMatchObject({
    include: ["web_search_call.action.sources"],
    tools: [{ type: "web_search" }],
  });
  expect(JSON.stringify(responses.body({ ...request, options: {} }, targetOf("gpt-5")))).not.toContain(
    "web_search",
  );
});

it("Chat Completions has no such search, which is said", async () => {
  expect(JSON.stringify(chat.body(request, targetOf("gpt-5")))).not.toContain("web_search");
  await using server = await openaiChatServer(() => ({ parts: [] }));
  const notices: string[] = [];
  const made = provider({ baseUrl: server.url, api: "chat", notice: (text) => void notices.push(text) });
  await collect(made.model("gpt-5").stream(request, never));
  expect(notices).toContain('gpt-5 does not take webSearch: "true" is not sent.');
});
