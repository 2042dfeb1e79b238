import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { outgoingAgent, outgoingFetch, UnusableProxy } from "@skein/platform/outgoing";

const variables = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"];
beforeEach(() => {
  for (const name of variables.flatMap((one) => [one, one.toUpperCase()])) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

/** A proxy that answers itself, by the path that is asked for. */
async function proxy() {
  const asked: { line: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = "", headers } = request;
    asked.push({ line: `${method} ${url}`, headers, body: await text(request) });
    const { pathname, searchParams } = new URL(url);
    const status = Number(searchParams.get("status") ?? 302);
    if (pathname === "/to") response.writeHead(status, { location: searchParams.get("url")! }).end();
    else if (pathname === "/empty") response.writeHead(204).end();
    else response.writeHead(200, { "set-cookie": ["a=1", "b=2"] }).end("from the proxy");
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  server.on("connect", (request, socket) => {
    asked.push({ line: `CONNECT ${request.url}`, headers: request.headers, body: "" });
    socket.end("HTTP/1.1 502 No\r\n\r\n");
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}

it("sends a request through the proxy, with method, headers, body and the proxy's account", async () => {
  await using there = await proxy();
  vi.stubEnv("ALL_PROXY", `http://ann:p%40ss@${there.host}`);
  const request = new Request("http://a.example/x?y=1", {
    method: "POST",
    headers: { "x-own": "1" },
    body: "ä",
  });
  const response = await outgoingFetch(request);
  expect(await response.text()).toBe("from the proxy");
  expect(response).toMatchObject({ status: 200, url: "http://a.example/x?y=1", redirected: false });
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(there.asked).toEqual([
    { line: "POST http://a.example/x?y=1", headers: expect.anything() as object, body: "ä" },
  ]);
  const account = `Basic ${Buffer.from("ann:p@ss").toString("base64")}`;
  expect(there.asked[0]?.headers).toMatchObject({
    host: "a.example",
    "x-own": "1",
    "proxy-authorization": account,
  });
  expect((await outgoingFetch("http://a.example/empty")).body).toBeNull();
});

it("asks the proxy for a tunnel to an https address", async () => {
  await using there = await proxy();
  vi.stubEnv("all_proxy", there.host);
  await expect(outgoingFetch("https://a.example/x")).rejects.toThrow("fetch failed");
  expect(there.asked.map(({ line }) => line)).toEqual(["CONNECT a.example:443"]);
});

it("follows redirects as the caller asks, without credentials to another origin", async () => {
  await using there = await proxy();
  vi.stubEnv("HTTP_PROXY", there.host);
  const to = (url: string) => `http://a.example/to?url=${encodeURIComponent(url)}`;
  const headers = { authorization: "Bearer t" };
  const followed = await outgoingFetch(to("http://b.example/end"), { headers });
  expect(followed).toMatchObject({ status: 200, url: "http://b.example/end", redirected: true });
  expect(there.asked.map((one) => one.headers.authorization)).toEqual(["Bearer t", undefined]);
  expect((await outgoingFetch(to("/end"), { headers })).url).toBe("http://a.example/end");
  expect(there.asked.at(-1)?.headers.authorization).toBe("Bearer t");
  expect((await outgoingFetch(to("/end"), { redirect: "manual" })).status).toBe(302);
  await expect(outgoingFetch(to("/end"), { redirect: "error" })).rejects.toThrow("fetch failed");
});

const messageIn = (error: unknown) => (error instanceof Error ? error.message : error);

it.each([
  [302, "GET", ""],
  [303, "GET", ""],
  [307, "POST", "x"],
  [308, "POST", "x"],
])(
  "follows %s of what is posted with %s, and never takes a body to another origin",
  async (status, method, body) => {
    await using there = await proxy();
    vi.stubEnv("HTTP_PROXY", there.host);
    const post = { method: "POST", body: "x" };
    const to = (url: string) => `http://a.example/to?status=${status}&url=${encodeURIComponent(url)}`;
    expect((await outgoingFetch(to("/end"), post)).url).toBe("http://a.example/end");
    expect(there.asked.at(-1)).toMatchObject({ line: `${method} http://a.example/end`, body });
    const elsewhere = outgoingFetch(to("http://b.example/end"), post);
    const outcome = await elsewhere.then(({ url }) => url, messageIn);
    expect(outcome).toBe(body === "" ? "http://b.example/end" : "fetch failed");
  },
);

it("looks up the proxy of the address to which a direct request is redirected", async () => {
  await using there = await proxy();
  const server = createServer((_, response) =>
    response.writeHead(302, { location: "http://b.example/end" }).end(),
  ).listen(0, "127.0.0.1");
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, "listening");
  vi.stubEnv("HTTP_PROXY", there.host);
  const { port } = server.address() as AddressInfo;
  expect(await (await outgoingFetch(`http://127.0.0.1:${port}/`)).text()).toBe("from the proxy");
  expect(there.asked.map(({ line }) => line)).toEqual(["GET http://b.example/end"]);
});

it("connects directly to this machine and to hosts of NO_PROXY", async () => {
  const server = createServer((_, response) => response.end("direct")).listen(0, "127.0.0.1");
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, "listening");
  vi.stubEnv("ALL_PROXY", "socks5://proxy.example:1080");
  vi.stubEnv("NO_PROXY", "free.example");
  const { port } = server.address() as AddressInfo;
  expect(await (await outgoingFetch(`http://127.0.0.1:${port}/`)).text()).toBe("direct");
  expect(outgoingAgent(new URL("https://free.example"))).toBeUndefined();
  expect(() => outgoingAgent(new URL("https://other.example"))).toThrow(UnusableProxy);
});

it("gives up with its signal", async () => {
  await using there = await proxy();
  vi.stubEnv("ALL_PROXY", there.host);
  await expect(outgoingFetch("http://a.example/", { signal: AbortSignal.abort() })).rejects.toThrow("abort");
});
