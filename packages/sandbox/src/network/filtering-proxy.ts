import { lookup } from "node:dns/promises";
import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  allowConnection,
  type AllowedConnection,
  type HostPattern,
  type RefusedConnection,
} from "@skein/platform/hosts";

/** More connections than a package manager opens at once. */
const mostConnections = 256;

/** Of one connection only, and not to be passed on. Source: RFC 9110, 7.6.1. */
const hopHeaders = /^(connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Passes HTTP requests and tunnels on to the hosts that are allowed, and answers all others with 403 and the reason.
 *
 * @param onRefused - is told of each connection that was not made.
 */
export function serveProxy(
  listener: Server,
  hosts: readonly HostPattern[],
  onRefused: (refused: RefusedConnection) => void,
): void {
  const allowed = async (address: string): Promise<AllowedConnection | string> => {
    const found = await allowConnection(hosts, address, resolveName);
    if (!("refused" in found)) return found;
    onRefused(found);
    return found.refused;
  };
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    const answered = /^http:\/\//i.test(url)
      ? allowed(url).then((to) => forward(request, response, to))
      : Promise.resolve(refuse(response, "This is a proxy for http and https alone."));
    answered.catch(() => response.destroy());
  });
  server.on("connect", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    allowed(`https://${request.url ?? ""}`).then(
      (to) => tunnel(socket, head, to),
      () => socket.destroy(),
    );
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  server.maxConnections = mostConnections;
  server.listen(listener);
  server.unref();
}

/** Passes connections to a port of this machine on. */
export function servePort(listener: Server, to: { readonly host: string; readonly port: number }): void {
  listener.maxConnections = mostConnections;
  listener.on("connection", (socket: Socket) => join(socket, connect(to)));
}

async function resolveName(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function tunnel(socket: Duplex, head: Buffer, to: AllowedConnection | string): void {
  if (typeof to === "string") {
    socket.end(
      `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${refusalText(to)}`,
    );
    return;
  }
  const outside = connect({ host: to.address, port: to.port }, () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    outside.write(head);
    join(socket, outside);
  });
  outside.on("error", () => socket.destroy());
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}

function forward(request: IncomingMessage, response: ServerResponse, to: AllowedConnection | string): void {
  if (typeof to === "string") return refuse(response, to);
  const url = new URL(request.url ?? "");
  const kept = Object.entries(request.headers).filter(([name]) => !hopHeaders.test(name));
  const outside = send({
    host: to.address,
    port: to.port,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...Object.fromEntries(kept), host: url.host },
    agent: false,
  });
  outside.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outside.on("error", () => response.destroy());
  response.on("close", () => outside.destroy());
  request.pipe(outside);
}

function refuse(response: ServerResponse, why: string): void {
  response.writeHead(403, { "content-type": "text/plain", connection: "close" }).end(refusalText(why));
}

function refusalText(why: string): string {
  return `Refused by the sandbox: ${why}\n`;
}
