import type { JsonObject, ModelRequest, ToolDefinition } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { anthropicServer, fetchOf } from "@skein/provider-conformance/servers";
import { collect, never, requestOf, result, user, anthropicRules } from "@skein/test-kit";
import { partsOf } from "@skein/provider-conformance/cases";
import { describe, expect, it } from "vitest";
import { requestBody } from "../src/request/body.ts";
import { fixture, provider } from "./replies.ts";

const tool = (name: string): ToolDefinition => ({
  name,
  description: name,
  inputSchema: { type: "object", properties: { issue: { type: "integer" } } },
});
const model = "claude-sonnet-4-5";
const finders = ["call_tool", "search_tools"];
const request: ModelRequest = {
  ...requestOf([user("Close issue 7.")]),
  tools: ["call_tool", "search_tools", "sh"].map(tool),
  deferred: { tools: ["hub__close", "hub__open"].map(tool), through: finders },
};
const namesIn = ({ tools }: JsonObject) => (tools as readonly JsonObject[]).map(({ name }) => name);
const bodyIn = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;

describe("deferred tools", () => {
  it("are behind the vendor's search, which takes the place of ours", () => {
    const { body } = requestBody({ provider: "anthropic", model }, request, true);
    expect(body.tools).toEqual([
      { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
      expect.objectContaining({ name: "sh", cache_control: { type: "ephemeral" } }),
      {
        name: "hub__close",
        description: "hub__close",
        input_schema: tool("").inputSchema,
        defer_loading: true,
      },
      {
        name: "hub__open",
        description: "hub__open",
        input_schema: tool("").inputSchema,
        defer_loading: true,
      },
    ]);
    expect([...anthropicRules(body as unknown as JsonObject)]).toEqual([]);
  });

  it("are searched by ours at other addresses, by other models, and where nothing is deferred", async () => {
    await using server = await anthropicServer(() => ({ parts: [] }));
    const ask = (settings: object, id: string, asked = request) =>
      collect(
        provider({ baseUrl: server.url, ...settings })
          .model(id)
          .stream(asked, never),
      );
    await ask({}, model);
    await ask({ toolSearch: true }, "claude-of-others");
    await ask({ toolSearch: true }, model, { ...request, deferred: undefined });
    for (const { bytes } of server.requests) expect(namesIn(bodyIn(bytes))).toEqual([...finders, "sh"]);
    await ask({ toolSearch: true }, model);
    expect(namesIn(bodyIn(server.requests.at(-1)!.bytes))).toContain("hub__close");
  });

  it("that were found are called by their own names, and the search goes back unchanged", async () => {
    const bytes = await fixture("tool-search.sse");
    const found = provider({ fetch: fetchOf(bytes, [9]), toolSearch: true }).model(model);
    const events = await collect(found.stream(request, never));
    expect(streamLawBreaks(events as never)).toEqual([]);
    const content = partsOf(events);
    expect(content.map(({ type }) => type)).toEqual(["opaque", "opaque", "tool-call"]);
    expect(content.at(-1)).toMatchObject({ name: "hub__close", input: { issue: 7 } });
    const messages = [
      ...request.messages,
      { role: "assistant", content } as const,
      { role: "tool", content: [result("toolu_own", "closed")] } as const,
    ];
    const owner = { provider: "anthropic", model };
    const { body } = requestBody(owner, { ...request, messages }, true);
    expect(body.messages[1]?.content).toMatchObject([
      { type: "server_tool_use", name: "tool_search_tool_bm25", input: { query: "close an issue" } },
      { type: "tool_search_tool_result", tool_use_id: "srvtoolu_own" },
      { type: "tool_use", name: "hub__close" },
    ]);
    expect([...anthropicRules(body as unknown as JsonObject)]).toEqual([]);
    // The bytes before the conversation are those of the request before.
    const front = (built: object) => JSON.stringify(built).split('"messages"')[0];
    expect(front(body)).toBe(front(requestBody(owner, request, true).body));
  });

  it("are found by ours for the rest of a session when the vendor refuses its search", async () => {
    const error = {
      type: "invalid_request_error",
      message: "tools.0: tool_search_tool_bm25_20251119 is unknown",
    };
    await using server = await anthropicServer([
      { status: 400, body: { error } },
      { parts: [] },
      { parts: [] },
    ]);
    const notices: string[] = [];
    const settings = {
      baseUrl: server.url,
      toolSearch: true,
      notice: (text: string) => void notices.push(text),
    };
    const one = provider(settings).model(model);
    await collect(one.stream(request, never));
    await collect(one.stream(request, never));
    expect(server.requests.map(({ bytes }) => namesIn(bodyIn(bytes)).includes("search_tools"))).toEqual([
      false,
      true,
      true,
    ]);
    expect(notices).toEqual(["anthropic refused its tool search: the session continues with Skein's own."]);
  });
});
