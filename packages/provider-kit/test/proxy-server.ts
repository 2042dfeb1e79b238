import { createServer, request as ask } from "node:http";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { listening } from "./listening.ts";
import type { Listening } from "./listening.ts";

export interface ProxyOptions {
  /** Where every name leads. */
  readonly leadsTo: number;
  /** Of the answer to a request or the wish for a tunnel. Default: it is carried out. `0`: the socket is cut. */
  readonly refusesWith?: number;
  /** `USER:PASSWORD` that it wants. */
  readonly account?: string;
  /** Speaks TLS itself. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

export interface TestProxy extends Listening {
  /** What it was asked for: `CONNECT vendor.example:443`, `GET http://vendor.example/`. */
  readonly asked: readonly string[];
}

/** An HTTP proxy on loopback that resolves every name to one port of 127.0.0.1. */
export async function proxyServer(options: ProxyOptions): Promise<TestProxy> {
  const { leadsTo, tls } = options;
  const asked: string[] = [];
  const statusFor = (request: IncomingMessage): number => {
    asked.push(`${request.method} ${request.url}`);
    if (options.refusesWith !== undefined) return options.refusesWith;
    const wanted = options.account && `Basic ${Buffer.from(options.account).toString("base64")}`;
    return wanted === undefined || request.headers["proxy-authorization"] === wanted ? 200 : 407;
  };
  const forward: RequestListener = (request, response) => {
    const status = statusFor(request);
    if (status === 0) return void request.destroy();
    if (status !== 200) return void response.writeHead(status).end("refused by the proxy");
    const { "proxy-authorization": _, ...headers } = request.headers;
    const { pathname, search } = new URL(request.url ?? "");
    const { method } = request;
    const onward = ask({ port: leadsTo, method, path: pathname + search, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  };
  const tunnel = (request: IncomingMessage, socket: Duplex): void => {
    const status = statusFor(request);
    socket.on("error", () => undefined);
    if (status === 0) return void socket.destroy();
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\n\r\n`);
    const onward = connect(leadsTo, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  };
  const server: Server = tls ? createSecureServer(tls, forward) : createServer(forward);
  server.on("connect", tunnel);
  server.on("tlsClientError", () => undefined);
  return Object.assign(await listening(server), { asked });
}
