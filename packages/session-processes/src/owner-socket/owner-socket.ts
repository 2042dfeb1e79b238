import type { Socket } from "node:net";
import type { Directories } from "@skein/settings";
import type { LiveSessionParts, OwnerSocket } from "@skein/host/sessions";
import type { LiveSession } from "@skein/host";
import { listenAt, type Listener } from "./listen-at.ts";
import { serveConnection } from "./serve-connection.ts";
import { socketPlace, type SocketPlace } from "./socket-place.ts";
import { sweepSockets } from "./sweep-sockets.ts";

/** What a client may still read when the session is closed, it has read in this time; milliseconds. */
const lastWordsMs = 1000;

/**
 * Of the sessions that are kept in these folders. The first that listens sweeps away what killed processes left.
 * Windows has no sockets with modes.
 */
export function ownerSockets(
  directories: Pick<Directories, "data" | "state">,
  platform = process.platform,
): LiveSessionParts["ownerSocket"] {
  if (platform === "win32") return undefined;
  let swept: Promise<void> | undefined;
  const sweep = (folder: string) => (swept ??= sweepSockets(folder));
  return (session) => ownerSocket(socketPlace(directories, session.id), session, sweep);
}

function ownerSocket(
  place: SocketPlace,
  session: LiveSession,
  sweep: (folder: string) => Promise<void>,
): OwnerSocket {
  const connections = new Map<Socket, Promise<unknown>>();
  let opening: Promise<Listener | undefined> = Promise.resolve(undefined);
  let isWithdrawn = false;
  let sweeping: Promise<void> | undefined;
  const closing = new AbortController();

  function serve(socket: Socket): void {
    socket.unref(); // a client does not keep this process alive
    const closed = new Promise<unknown>((resolve) => socket.once("close", resolve));
    connections.set(socket, closed);
    void closed.then(() => connections.delete(socket));
    void serveConnection(socket, session, closing.signal);
  }

  async function listen(before: Listener | undefined): Promise<Listener | undefined> {
    if (isWithdrawn || before?.isInPlace()) return before;
    before?.withdraw();
    const listener = await listenAt(place, serve).catch(() => undefined);
    if (listener) sweeping = sweep(place.folder);
    return listener;
  }

  return {
    async open() {
      opening = opening.then(listen);
      await opening;
    },
    async withdraw() {
      isWithdrawn = true;
      (await opening)?.withdraw();
    },
    async close() {
      const left = [...connections];
      closing.abort();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, lastWordsMs);
      // A short run would otherwise end before anything is swept.
      await Promise.race([late, Promise.all([sweeping, ...left.map(([, closed]) => closed)])]);
      clearTimeout(timer);
      for (const [socket] of left) socket.destroy();
    },
  };
}
