import { describe, expect, it } from "vitest";
import {
  openaiChatServer,
  openaiChatStream,
  openaiResponsesServer,
  openaiResponsesStream,
} from "../../src/servers/index.ts";

const hello = [{ type: "text", text: "Hello" }] as const;

function post(url: string): Promise<Response> {
  return fetch(`${url}/v1/anything`, { method: "POST", body: "{}" });
}

describe.each([
  { name: "Chat Completions", serve: openaiChatServer, encode: openaiChatStream, last: "data: [DONE]" },
  {
    name: "Responses",
    serve: openaiResponsesServer,
    encode: openaiResponsesStream,
    last: '"response.completed"',
  },
])("the server that speaks $name", ({ serve, encode, last }) => {
  it("gives each request its reply, and says when it has no more", async () => {
    await using server = await serve([
      { parts: hello },
      { bytes: "raw" },
      { status: 429, body: { a: 1 }, headers: { "x-a": "b" } },
    ]);
    const first = await post(server.url);
    expect([first.headers.get("content-type"), first.headers.get("x-request-id")]).toEqual([
      "text/event-stream; charset=utf-8",
      "req_test",
    ]);
    expect(await first.text()).toBe(encode(hello));
    expect(encode(hello)).toContain(last);
    expect(await (await post(server.url)).text()).toBe("raw");
    const third = await post(server.url);
    expect([third.status, third.headers.get("x-a"), await third.json()]).toEqual([429, "b", { a: 1 }]);
    expect(await (await post(server.url)).text()).toContain("The script has only 3 replies.");
    expect(await (await fetch(`${server.url}/v1/models`)).json()).toMatchObject({
      data: [{ id: "gpt-test" }],
    });
  });

  it("cuts where it is told", async () => {
    await using server = await serve([{ parts: hello, cutAfterEvents: 2, cutBy: "end" }]);
    const whole = encode(hello).split("\n\n").slice(0, 2);
    expect(await (await post(server.url)).text()).toBe(`${whole.join("\n\n")}\n\n`);
  });
});
