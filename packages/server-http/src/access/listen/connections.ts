import type { Socket } from "node:net";

/** The connections of a server, those that became WebSockets too. */
export interface Connections {
  add(socket: Socket): void;
  /** Ends all of them, and those that are added later. */
  endAll(): void;
}

interface Progress {
  /** Bytes that have left this process. */
  readonly sent: number;
  readonly since: number;
}

/** Disconnects clients that leave what is written for them unread, so that it does not pile up. */
export function watchConnections(slowReaderMs: number): Connections {
  const sockets = new Map<Socket, Progress>();
  let hasEnded = false;
  const timer = setInterval(check, Math.min(slowReaderMs / 4, 5000));
  timer.unref();

  function check(): void {
    const now = performance.now();
    for (const [socket, { sent, since }] of sockets) {
      const sentNow = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || sentNow > sent) sockets.set(socket, { sent: sentNow, since: now });
      else if (now - since > slowReaderMs) socket.destroy();
    }
  }

  return {
    add(socket) {
      if (hasEnded) return void socket.destroy();
      sockets.set(socket, { sent: 0, since: performance.now() });
      socket.once("close", () => sockets.delete(socket));
    },
    endAll() {
      hasEnded = true;
      clearInterval(timer);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
