import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const megabyte = 1_000_000;

const modes: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  "refuses with 401": (response) => response.writeHead(401, { "www-authenticate": "Bearer" }).end(),
  "refuses with 403": (response) => response.writeHead(403).end(),
  "breaks with 500": (response) => response.writeHead(500).end("Oops."),
  "serves a page": (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
  "redirects in a circle": (response) => response.writeHead(307, { location: "/mcp" }).end(),
  "answers 300 MB": async (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"jsonrpc":"2.0","id":0,"result":{"a":"');
    const piece = "x".repeat(megabyte);
    const whole = Readable.from(Array.from({ length: 300 }, () => piece));
    await pipeline(whole, response).catch(() => {}); // the client has had enough
  },
  "closes the connection": (response) => response.destroy(),
  "answers no JSON": (response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
  "never answers HTTP": () => {},
};

export interface BadHttpServer extends AsyncDisposable {
  readonly url: string;
}

/** An MCP server over HTTP that breaks the rules in one way. */
export async function serveBadHttp(mode: string): Promise<BadHttpServer> {
  const answer = modes[mode];
  if (!answer) throw new Error(`There is no mode "${mode}".`);
  const server = createServer((request, response) => {
    request.resume();
    response.on("error", () => {});
    void answer(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
