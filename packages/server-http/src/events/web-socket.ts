import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { describeError } from "@skein/protocol";
import type { OpenedSessions } from "../opened-sessions.ts";
import type { EventStart } from "./session-events.ts";
import { loadSocketServer } from "../later.ts";
import type { EventSocket, Upgrade } from "./socket-server.ts";

export interface SocketRequest extends Omit<EventStart, "signal"> {
  readonly session: string;
}

/** A client says nothing here: what it wants done it asks for by a request of its own. */
const mostIncomingBytes = 1024;

/** Sends the events of a session over a WebSocket, at the client's pace. */
export function eventSockets(opened: OpenedSessions) {
  let upgrade: Promise<Upgrade> | undefined;

  async function sendAll(socket: EventSocket, { session, ...start }: SocketRequest): Promise<void> {
    const gone = new AbortController();
    socket.once("close", () => gone.abort());
    socket.on("error", () => gone.abort());
    try {
      for await (const sent of await opened.events(session, { ...start, signal: gone.signal })) {
        const { type, ...rest } = sent;
        await send(socket, type === "hello" ? { type, ...rest } : rest);
      }
      socket.close(1000, "The session was closed.");
    } catch (error) {
      await send(socket, { type: "error", error: describeError(error) });
      socket.close(1011);
    }
  }

  return async (
    request: IncomingMessage,
    duplex: Duplex,
    head: Buffer,
    asked: SocketRequest,
  ): Promise<void> => {
    upgrade ??= loadSocketServer().then(({ socketServer }) => socketServer(mostIncomingBytes));
    (await upgrade)(request, duplex, head, (socket) => void sendAll(socket, asked));
  };
}

/** Resolves when it has left this process, or the client has gone. */
function send(socket: EventSocket, value: object): Promise<void> {
  return new Promise((resolve) => socket.send(JSON.stringify(value), () => resolve()));
}
