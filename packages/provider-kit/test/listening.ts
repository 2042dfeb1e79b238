import type { Server } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface Listening extends AsyncDisposable {
  readonly port: number;
}

/** A server on a free port of 127.0.0.1. At the end of its scope all sockets are cut. */
export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
