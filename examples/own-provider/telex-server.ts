import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TelexLine, TelexRequest } from "./wire.ts";

export interface TelexServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly TelexRequest[];
}

/** Stands for the vendor: answers the nth chat with the nth item, lines or a status. */
export async function telexServer(answers: readonly (readonly TelexLine[] | number)[]): Promise<TelexServer> {
  const requests: TelexRequest[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/health") response.end("{}\n");
    else void answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const count = requests.push(JSON.parse(await text(request)) as TelexRequest) - 1;
    const lines = answers[count] ?? 400;
    if (typeof lines === "number") response.writeHead(lines).end("Not now.");
    else response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
