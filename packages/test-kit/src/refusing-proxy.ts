import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface RefusingProxy extends AsyncDisposable {
  readonly url: string;
  /** Hosts that it was asked for, in order. */
  readonly asked: readonly string[];
}

/** An HTTP proxy on 127.0.0.1 that refuses all it is asked for. */
export async function refusingProxy(): Promise<RefusingProxy> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(new URL(url).hostname);
    response.writeHead(403).end();
  }).listen(0, "127.0.0.1");
  server.on("connect", ({ url }, socket) => {
    asked.push(new URL(`https://${url}`).hostname);
    socket.end("HTTP/1.1 403 No\r\nconnection: close\r\n\r\n");
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}
