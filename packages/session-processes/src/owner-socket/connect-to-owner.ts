import { lstatSync } from "node:fs";
import type { Socket } from "node:net";
import { userId } from "@skein/platform/user";
import { isJsonObject, type JsonValue } from "@skein/protocol";
import { readLines, writeLine } from "./lines.ts";
import { mostReplyBytes, ownerProtocol, type Greeting, type Reply, type RequestBody } from "./messages.ts";
import { isPrivateFolder, type SocketPlace } from "./socket-place.ts";
import { loadNet } from "../later.ts";

/** A connection to the process that has a session open. */
export interface OwnerConnection extends Disposable {
  readonly greeting: Greeting;
  /** One reader. Ends when the owner does, or the connection is disposed of. */
  readonly replies: AsyncGenerator<Reply, void>;
  request(id: number, body: RequestBody): Promise<void>;
}

/** A process that lives and does not greet in this time is stopped or stuck; milliseconds. */
const greetingMs = 3000;

/** @returns `undefined` when no process listens, or one that speaks another version. */
export async function connectToOwner(
  place: SocketPlace,
  session: string,
): Promise<OwnerConnection | undefined> {
  const socket = await connected(place);
  if (!socket) return undefined;
  const lines = readLines(socket, mostReplyBytes);
  const timer = setTimeout(() => socket.destroy(), greetingMs);
  const first = await lines.next().catch(() => undefined);
  clearTimeout(timer);
  const greeting = first?.done === false ? greetingIn(first.value, session) : undefined;
  if (!greeting) {
    socket.destroy();
    return undefined;
  }
  return {
    greeting,
    replies: repliesIn(lines),
    request: (id, body) => writeLine(socket, { id, ...body }),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** A connection that breaks is one that has ended. */
async function* repliesIn(lines: AsyncGenerator<string, void>): AsyncGenerator<Reply, void> {
  try {
    for await (const line of lines) yield JSON.parse(line) as Reply;
  } catch {
    // as `undefined` was: no more replies
  }
}

async function connected({ folder, path }: SocketPlace): Promise<Socket | undefined> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isSocket() || found.uid !== userId() || !isPrivateFolder(folder)) return undefined;
  const { connect } = await loadNet();
  const socket = connect({ path });
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.on("error", () => resolve(false)); // a killed process left it; later errors are followed by `close`
  });
  return isConnected ? socket : undefined;
}

function greetingIn(line: string, session: string): Greeting | undefined {
  try {
    const value = JSON.parse(line) as JsonValue;
    const isOurs = isJsonObject(value) && value["skein"] === ownerProtocol && value["session"] === session;
    return isOurs ? (value as unknown as Greeting) : undefined;
  } catch {
    return undefined;
  }
}
