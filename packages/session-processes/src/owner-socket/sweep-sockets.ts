import { lstatSync, readdirSync, unlinkSync, type BigIntStats } from "node:fs";
import { join } from "node:path";
import { userId } from "@skein/platform/user";
import { isPrivateFolder } from "./socket-place.ts";
import { loadNet } from "../later.ts";

/** As `socketPlace` and `listenAt` name them. */
const socketName = /^[0-9a-f]{16}\.sock(\.[0-9a-f]{8})?$/;
/** A process may have made a younger one and not listen yet; milliseconds. */
const minAgeMs = 60_000;

/**
 * Removes the sockets that killed processes left in a folder: those that refuse connections. A process that is stopped
 * or busy does not refuse them. Never rejects.
 *
 * @param now - milliseconds since the epoch.
 */
export async function sweepSockets(folder: string, now = Date.now()): Promise<void> {
  try {
    if (!isPrivateFolder(folder)) return;
    for (const name of readdirSync(folder).filter((one) => socketName.test(one))) {
      const path = join(folder, name);
      const found = oldSocket(path, now);
      if (!found || !(await refusesConnections(path))) continue;
      // Another process may have put its own in place meanwhile.
      if (oldSocket(path, now)?.ino === found.ino) unlinkSync(path);
    }
  } catch {
    // gone meanwhile, or not to be removed: the next session tries again
  }
}

function oldSocket(path: string, now: number): BigIntStats | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const isOurs = found?.isSocket() === true && Number(found.uid) === userId();
  return isOurs && now - Number(found.mtimeMs) >= minAgeMs ? found : undefined;
}

async function refusesConnections(path: string): Promise<boolean> {
  const { connect } = await loadNet();
  const socket = connect({ path });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(false));
  socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED"));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
