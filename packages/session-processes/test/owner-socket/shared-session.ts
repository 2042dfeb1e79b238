import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { ScriptedAnswer } from "@skein/provider-replay";
import { hostWith, machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { onTestFinished } from "vitest";
import type { SessionNews } from "@skein/host";
import { shareSessions } from "../../src/index.ts";
import { socketPlace } from "../../src/owner-socket/socket-place.ts";
import { startChild, type Child } from "./start-child.ts";

export interface SharedSession {
  readonly folder: string;
  readonly owner: Child;
  readonly socket: { readonly folder: string; readonly path: string };
}

/** Another process that has the session "shared" open and has sent it a message, up to the first line that begins so. */
export async function sharedSession(
  turns: readonly ScriptedAnswer[],
  { mode = "auto", until }: { readonly mode?: string; readonly until: string },
): Promise<SharedSession> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const wishes = JSON.stringify({ overrides: { mode } });
  const script = new URL("children/own-session.ts", import.meta.url);
  const owner = startChild(script, folder.path, wishes, JSON.stringify(turns));
  owner.say("begin");
  await owner.line(until);
  const socket = socketPlace(machineOf(folder.path).directories, "shared");
  return { folder: folder.path, owner, socket };
}

/** A host of the test's own process, on the same machine. */
export async function hostBeside(
  { folder }: Pick<SharedSession, "folder">,
  turns: readonly ScriptedAnswer[] = [],
) {
  const { host } = await hostWith(folder, turns, { shareSessions });
  onTestFinished(() => host.close());
  return host;
}

/** What a client is told up to and with the first news that `isLast` says yes to. */
export async function newsUntil(
  news: AsyncIterable<SessionNews>,
  isLast: (one: SessionNews) => boolean = ({ type }) => type === "outcome",
): Promise<readonly SessionNews[]> {
  const seen: SessionNews[] = [];
  for await (const one of news) {
    seen.push(one);
    if (isLast(one)) break;
  }
  return seen;
}

/** A client without manners: bytes go out as they are, lines come in parsed. */
export async function rawClient(path: string) {
  const socket: Socket = connect({ path });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { done, value } = await lines.next();
    return done === true ? undefined : JSON.parse(value);
  };
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const greeting = await next();
  return { socket, greeting, next, closed };
}
