import type { AssistantPart, ModelRequest } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { googleRules, requestOf, user } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { requestBody } from "../src/request/body.ts";
import { chunk, decoded, framed } from "./replies.ts";

const tool = { name: "sh", description: "Run.", inputSchema: { type: "object" } };
const asking = (tools: ModelRequest["tools"]): ModelRequest =>
  requestOf([user("Does it snow?")], { tools, options: { webSearch: true } });
const bodyOf = (request: ModelRequest, model: string) => requestBody({ provider: "google", model }, request);

describe("the vendor's search of the web", () => {
  it("is a tool of the vendor's own, beside functions only with models that take both", () => {
    const both = bodyOf(asking([tool]), "gemini-3.8-flash");
    expect(both).toMatchObject({
      tools: [{ functionDeclarations: [{ name: "sh" }] }, { googleSearch: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
    });
    expect([...googleRules(both as never)]).toEqual([]);
    const alone = bodyOf(asking([]), "gemini-2.5-flash");
    expect(alone).toMatchObject({ tools: [{ googleSearch: {} }] });
    expect(alone).not.toHaveProperty("toolConfig");
    expect(JSON.stringify(bodyOf(asking([tool]), "gemini-2.5-flash"))).not.toContain("googleSearch");
  });

  it("has what it found kept with the reply, and it is not sent back", async () => {
    const found = { groundingChunks: [{ web: { uri: "https://a.example/", title: "A" } }] };
    const queries = { webSearchQueries: ["snow"] };
    const first = chunk([{ text: "It snows." }]);
    const last = chunk([], "STOP");
    const [candidate] = last["candidates"] as object[];
    const [before] = first["candidates"] as object[];
    const stream = framed([
      { ...first, candidates: [{ ...before, groundingMetadata: queries }] },
      { ...last, candidates: [{ ...candidate, groundingMetadata: found }] },
    ]);
    const events = await decoded(stream);
    expect(streamLawBreaks(events as never)).toEqual([]);
    const content = events.flatMap((event) => (event.type === "part-end" ? [event.content] : []));
    expect(content).toMatchObject([
      { type: "text", text: "It snows." },
      { type: "opaque", sidecar: { data: { groundingMetadata: { ...queries, ...found } } } },
    ]);
    const reply = { role: "assistant", content: content as readonly AssistantPart[] } as const;
    const body = bodyOf(requestOf([user("Does it snow?"), reply, user("Sure?")]), "gemini-test");
    expect(JSON.stringify(body.contents)).not.toContain("groundingMetadata");
    expect(body.contents[1]).toEqual({ role: "model", parts: [{ text: "It snows." }] });
  });
});
