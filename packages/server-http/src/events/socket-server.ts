import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";

/** One WebSocket, as far as it is used here: a declaration that names `ws` would need its types where the package is installed. */
export interface EventSocket {
  send(text: string, onSent: () => void): void;
  close(code: number, reason?: string): void;
  once(event: "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Makes a WebSocket of a request that asks for one. */
export type Upgrade = (
  request: IncomingMessage,
  duplex: Duplex,
  head: Buffer,
  onOpen: (socket: EventSocket) => void,
) => void;

/** @param mostBytes - of a message from a client. */
export function socketServer(mostBytes: number): Upgrade {
  const server = new WebSocketServer({ noServer: true, maxPayload: mostBytes });
  return (request, duplex, head, onOpen) => server.handleUpgrade(request, duplex, head, onOpen);
}
