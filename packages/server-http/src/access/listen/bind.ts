import { chmod, lstat, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { connect } from "node:net";
import { dirname } from "node:path";
import { userId } from "@skein/platform/user";
import { AccessError } from "../access-error.ts";
import type { ListenPlace } from "./listen-place.ts";

/** Resolves to the port; of a Unix socket, which gets the mode 0600, to `undefined`. Rejects with `AccessError`. */
export async function bind(server: Server, place: ListenPlace): Promise<number | undefined> {
  if (place.kind === "tcp") {
    await listening(server, { host: place.address, port: place.port, exclusive: true });
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : undefined;
  }
  requireShort(place.path);
  await requirePrivate(dirname(place.path));
  if (await isLeftOver(place.path)) await rm(place.path);
  await listening(server, { path: place.path });
  await chmod(place.path, 0o600);
  return undefined;
}

/** `sun_path` has 104 bytes on macOS and the BSDs, 108 on Linux, with a zero at the end. Names of pipes on Windows have no limit of their own. */
export function mostSocketBytes(platform: NodeJS.Platform): number {
  if (platform === "win32") return Infinity;
  return platform === "linux" ? 107 : 103;
}

/** The system's own words for it are "invalid argument". */
function requireShort(path: string): void {
  const bytes = Buffer.byteLength(path);
  const mostBytes = mostSocketBytes(process.platform);
  if (bytes <= mostBytes) return;
  throw new AccessError(
    "cannot-listen",
    `The path of the socket has ${bytes} bytes, and the system allows ${mostBytes}: ${path}. Choose a shorter one, in /run or /tmp.`,
  );
}

function listening(server: Server, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new AccessError("cannot-listen", `Cannot listen: ${cause.message}`, { cause })),
    );
    server.listen(options, resolve);
  });
}

/** Between making a socket and giving it its mode, the folder keeps others out. */
async function requirePrivate(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() && found.uid === userId() && (found.mode & 0o077) === 0) return;
  throw new AccessError("open-to-others", `${folder} is not a folder for you alone (mode 0700).`);
}

/** Whether a socket is there at which no process listens any more. */
async function isLeftOver(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isSocket()) return false;
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve((socket.destroy(), false)));
    socket.once("error", (error) => resolve("code" in error && error.code === "ECONNREFUSED"));
  });
}
