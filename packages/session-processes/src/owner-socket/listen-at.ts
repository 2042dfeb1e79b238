import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, renameSync, rmSync } from "node:fs";
import type { Server, Socket } from "node:net";
import { ensurePrivateFolder } from "@skein/settings";
import { isPrivateFolder, type SocketPlace } from "./socket-place.ts";
import { loadNet } from "../later.ts";

export interface Listener {
  /** Whether the socket at the path is still this one. */
  isInPlace(): boolean;
  /** Refuses new connections; those that are there stay. May be called twice. */
  withdraw(): void;
}

/**
 * Listens on a Unix socket, mode 0600. It is made under a name of its own and then put in place, so that it replaces what a
 * killed process left, and whoever connects to the path finds somebody who listens.
 *
 * Rejects when the folder is not private, or cannot be written.
 */
export async function listenAt(
  { folder, path }: SocketPlace,
  onConnection: (socket: Socket) => void,
): Promise<Listener> {
  const { createServer } = await loadNet();
  // One that is there stays as it is: in `/tmp` it may be somebody else's, or a link.
  if (!lstatSync(folder, { throwIfNoEntry: false })) await ensurePrivateFolder(folder);
  if (!isPrivateFolder(folder)) throw new Error(`${folder} is open to others.`);
  const fresh = `${path}.${randomBytes(4).toString("hex")}`;
  const server = createServer(onConnection);
  server.maxConnections = mostConnections;
  await bind(server, fresh);
  try {
    chmodSync(fresh, 0o600);
    const made = identityOf(fresh);
    renameSync(fresh, path);
    const isInPlace = () => made !== undefined && identityOf(path) === made;
    return {
      isInPlace,
      withdraw() {
        // Another process may have taken over since: then the path is its own.
        if (isInPlace()) rmSync(path, { force: true });
        server.close();
      },
    };
  } catch (error) {
    server.close();
    rmSync(fresh, { force: true });
    throw error;
  }
}

const mostConnections = 64;

function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path }, () => {
      server.off("error", reject);
      server.on("error", () => undefined); // a connection that could not be accepted
      server.unref();
      resolve();
    });
  });
}

function identityOf(path: string): string | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
