import { buffer } from "node:stream/consumers";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { fetchThrough } from "../src/index.ts";
import { createHttpClient } from "../src/transport/http-client.ts";

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that answers each request with this status, and what it received. */
async function receiving(status: number) {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    received.push({ method: request.method, headers: request.headers, body: body.toString() });
    response
      .writeHead(status, { "x-id": "7", "content-type": "text/plain" })
      .end(status === 204 ? undefined : "Hello.");
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?a=1`;
  return {
    url,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const { send } = createHttpClient({ proxy: undefined, certificates: {} });
const fetchOne = fetchThrough(send);

describe("a fetch for libraries", () => {
  it.each([200, 404, 500])("gives the answer as it came: %i", async (status) => {
    await using server = await receiving(status);
    const response = await fetchOne(server.url);
    expect([response.status, response.ok, response.headers.get("x-id")]).toEqual([
      status,
      status === 200,
      "7",
    ]);
    expect(await response.text()).toBe("Hello.");
  });

  it("has no body where there is none", async () => {
    await using server = await receiving(204);
    const response = await fetchOne(server.url);
    expect([response.status, response.body]).toEqual([204, null]);
  });

  it("sends method, headers and text", async () => {
    await using server = await receiving(200);
    const init = { method: "POST", headers: { "X-Mine": "yes" }, body: '{"é":1}' };
    await (await fetchOne(server.url, init)).text();
    await (await fetchOne(new Request(server.url, init))).text();
    await (await fetchOne(server.url)).text();
    const posted = { method: "POST", body: init.body, headers: { "x-mine": "yes" } };
    expect(server.received).toMatchObject([posted, posted, { method: "GET", body: "" }]);
    expect(server.received[2]?.headers).not.toHaveProperty("content-type");
  });

  it("ends with its signal", async () => {
    await using server = await receiving(200);
    await expect(fetchOne(server.url, { signal: AbortSignal.abort(new Error("Enough.")) })).rejects.toThrow(
      "Enough.",
    );
    expect(server.received).toEqual([]);
  });
});
