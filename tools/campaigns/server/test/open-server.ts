import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface OpenServer extends AsyncDisposable {
  readonly url: URL;
}

/** A server as they should not be: without a token, for any name, for pages of any site. */
export async function openServer(): Promise<OpenServer> {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    request.resume();
    const { origin = "*" } = request.headers;
    response
      .setHeader("access-control-allow-origin", origin)
      .setHeader("access-control-allow-headers", "content-type");
    response.setHeader("access-control-allow-credentials", "true");
    if (request.headers.accept === "text/event-stream")
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": \n\n");
    else response.setHeader("content-type", "application/json").end('{"sessions":[]}\n');
  });
  server.on("upgrade", (request, socket) => {
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      server.unref();
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 500))]);
    },
  };
}
