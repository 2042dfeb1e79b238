import type { JsonObject, ModelRequest, ToolDefinition } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { collect, never, openaiResponsesRules, result } from "@skein/test-kit";
import { fetchOf, openaiResponsesServer } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { responses } from "../src/responses.ts";
import { chat } from "../src/chat.ts";
import { provider } from "./replies.ts";
import { simple } from "./requests.ts";
import { targetOf } from "./targets.ts";

const tool = (name: string): ToolDefinition => ({
  name,
  description: name,
  inputSchema: { type: "object", properties: { issue: { type: "integer" } } },
});
const finders = ["call_tool", "search_tools"];
const request: ModelRequest = {
  ...simple,
  tools: ["call_tool", "search_tools", "sh"].map(tool),
  deferred: { tools: ["hub__close", "hub__open"].map(tool), through: finders },
};
const toolsIn = ({ tools }: JsonObject) => tools as readonly JsonObject[];
const namesIn = (body: JsonObject) => toolsIn(body).map(({ name }) => name);
const bodyIn = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;

describe("deferred tools", () => {
  it("are behind the vendor's search, which takes the place of ours", () => {
    const body = responses.body(request, targetOf("gpt-5.4"));
    expect(toolsIn(body)).toMatchObject([
      { type: "function", name: "sh" },
      { type: "tool_search" },
      { type: "function", name: "hub__close", defer_loading: true },
      { type: "function", name: "hub__open", defer_loading: true },
    ]);
    expect([...openaiResponsesRules(body)]).toEqual([]);
  });

  it("are searched by ours with older models, at other addresses and with Chat Completions", () => {
    const elsewhere = { baseUrl: "https://models.example.org/v1" };
    expect(namesIn(responses.body(request, targetOf("gpt-5.2")))).toEqual([...finders, "sh"]);
    expect(namesIn(responses.body(request, targetOf("gpt-5.4", elsewhere)))).toEqual([...finders, "sh"]);
    expect(JSON.stringify(chat.body(request, targetOf("gpt-5.4")))).not.toContain("hub__close");
  });

  it("that were found are called by their own names, and the search goes back unchanged", async () => {
    const bytes = await readFile(new URL("./fixtures/responses-tool-search.sse", import.meta.url));
    const settings = { fetch: fetchOf(bytes, [9]), api: "responses", toolSearch: true } as const;
    const events = await collect(provider(settings).model("gpt-5.4").stream(request, never));
    expect(streamLawBreaks(events as never)).toEqual([]);
    const content = partsOf(events);
    expect(content.map(({ type }) => type)).toEqual(["opaque", "opaque", "tool-call"]);
    expect(content.at(-1)).toMatchObject({ name: "hub__close", input: { issue: 7 } });
    const messages = [
      ...request.messages,
      { role: "assistant", content } as const,
      { role: "tool", content: [result("call_1", "closed")] } as const,
    ];
    const body = responses.body({ ...request, messages }, targetOf("gpt-5.4"));
    expect((body["input"] as readonly JsonObject[]).slice(1)).toMatchObject([
      { type: "tool_search_call", execution: "server" },
      { type: "tool_search_output", tools: [{ name: "hub__close" }] },
      { type: "function_call", name: "hub__close" },
      { type: "function_call_output", output: "closed" },
    ]);
    expect([...openaiResponsesRules(body)]).toEqual([]);
    const front = (built: object) => JSON.stringify(built).split('"input":[')[0];
    expect(front(body)).toBe(front(responses.body(request, targetOf("gpt-5.4"))));
  });

  it("are found by ours for the rest of a session when the vendor refuses its search", async () => {
    const error = { message: "Unsupported tool: tool_search", type: "invalid_request_error" };
    await using server = await openaiResponsesServer([
      { status: 400, body: { error } },
      { parts: [] },
      { parts: [] },
    ]);
    const settings = { baseUrl: server.url, api: "responses", toolSearch: true } as const;
    const model = provider(settings).model("gpt-5.4");
    await collect(model.stream(request, never));
    await collect(model.stream(request, never));
    expect(server.requests.map(({ bytes }) => namesIn(bodyIn(bytes)).includes("search_tools"))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
