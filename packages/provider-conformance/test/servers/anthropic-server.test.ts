import { describe, expect, it } from "vitest";
import { anthropicServer, anthropicStream } from "../../src/servers/index.ts";

const hello = [{ type: "text", text: "Hello" }] as const;

function post(url: string, body: unknown = {}): Promise<Response> {
  return fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
}

async function fails(run: () => Promise<unknown>): Promise<boolean> {
  return run().then(
    () => false,
    () => true,
  );
}

describe("the scripted server", () => {
  it("gives each request its reply and keeps the bytes it got", async () => {
    await using server = await anthropicServer([
      { parts: hello },
      { status: 529, body: { a: 1 }, headers: { "x-a": "b" } },
    ]);
    const first = await post(server.url, { n: 1 });
    expect(await first.text()).toBe(anthropicStream(hello));
    expect(first.headers.get("content-type")).toContain("text/event-stream");
    const second = await post(server.url, { n: 2 });
    expect([second.status, second.headers.get("x-a"), await second.json()]).toEqual([529, "b", { a: 1 }]);
    expect(server.requests.map((request) => [request.bytes.toString(), request.json()])).toEqual([
      ['{"n":1}', { n: 1 }],
      ['{"n":2}', { n: 2 }],
    ]);
    expect(await (await post(server.url)).text()).toContain("The script has only 2 replies.");
  });

  it("asks a function for its replies, and lists a model", async () => {
    await using server = await anthropicServer((request, count) => ({
      bytes: `${count} ${request.path}`,
      contentType: "text/plain",
    }));
    expect(await (await fetch(`${server.url}/v1/models`)).json()).toMatchObject({
      data: [{ id: "claude-test" }],
    });
    expect(await (await post(server.url)).text()).toBe("0 /v1/messages");
    expect(await (await post(server.url)).text()).toBe("1 /v1/messages");
  });

  it("cuts where it is told, with or without saying so", async () => {
    await using server = await anthropicServer([
      { parts: hello, cutAfterBytes: 10, cutBy: "end" },
      { parts: hello, cutAfterEvents: 2, cutBy: "end" },
      { parts: hello, cutAfterEvents: 1 },
    ]);
    const whole = anthropicStream(hello);
    expect(await (await post(server.url)).text()).toBe(whole.slice(0, 10));
    expect(await (await post(server.url)).text()).toBe(`${whole.split("\n\n").slice(0, 2).join("\n\n")}\n\n`);
    expect(await fails(async () => (await post(server.url)).text())).toBe(true);
  });

  it("falls silent with an open socket, and closes all at its end", async () => {
    const server = await anthropicServer([{ parts: hello, stallAfterBytes: 20 }]);
    const { body } = await post(server.url);
    const reader = body!.getReader();
    expect((await reader.read()).value?.length).toBe(20);
    expect([server.openSockets(), server.acceptedSockets()]).toEqual([1, 1]);
    await server[Symbol.asyncDispose]();
    await expect.poll(() => server.openSockets()).toBe(0);
    expect(await fails(() => reader.read())).toBe(true);
  });

  it("sends in chunks of the size it is told", async () => {
    await using server = await anthropicServer([{ bytes: "abcdefgh", chunkBytes: 3, delayMs: 15 }]);
    const sizes: number[] = [];
    for await (const chunk of (await post(server.url)).body!) sizes.push(chunk.length);
    expect(sizes).toEqual([3, 3, 2]);
  });
});
