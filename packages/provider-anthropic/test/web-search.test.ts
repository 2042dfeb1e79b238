import type { JsonObject, ModelRequest, ToolDefinition } from "@skein/protocol";
import { anthropicRules, collect, never, requestOf, user } from "@skein/test-kit";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { requestBody } from "../src/request/body.ts";
import { provider } from "./replies.ts";

const tool = (name: string): ToolDefinition => ({ name, description: name, inputSchema: { type: "object" } });
const owner = { provider: "anthropic", model: "claude-sonnet-4-5" };
const asking = (tools: readonly ToolDefinition[], webSearch = true): ModelRequest =>
  requestOf([user("Does it snow?")], { tools, options: { webSearch } });
const namesIn = (request: ModelRequest) => requestBody(owner, request).body.tools?.map(({ name }) => name);

describe("the vendor's search of the web", () => {
  it("is a tool of the vendor's own, before the others", () => {
    const { body } = requestBody(owner, asking([tool("sh")]));
    expect(body.tools).toEqual([
      { type: "web_search_20250305", name: "web_search", max_uses: 5 },
      expect.objectContaining({ name: "sh", cache_control: { type: "ephemeral" } }),
    ]);
    expect([...anthropicRules(body as unknown as JsonObject)]).toEqual([]);
    expect(namesIn(asking([]))).toEqual(["web_search"]);
    expect(namesIn(asking([tool("sh")], false))).toEqual(["sh"]);
  });

  it("is left out beside a tool of that name, which is said", async () => {
    expect(namesIn(asking([tool("web_search")]))).toEqual(["web_search"]);
    await using server = await anthropicServer(() => ({ parts: [] }));
    const notices: string[] = [];
    const made = provider({ baseUrl: server.url, notice: (text) => void notices.push(text) });
    await collect(made.model(owner.model).stream(asking([tool("web_search")]), never));
    expect(notices).toEqual([`${owner.model} does not take webSearch: "true" is not sent.`]);
  });
});
