import { copySession, type CopiedSession, type SessionStore } from "@skein/sessions";
import { openStores, type StoresOptions } from "./stores.ts";

export interface SessionMove {
  readonly dataFolder: string;
  readonly shared: Pick<StoresOptions, "databaseUrl" | "blobs">;
  readonly session: string;
  /** `push`: from the data folder to the database. `pull`: the other way. */
  readonly way: "push" | "pull";
}

export interface MovedSessions extends CopiedSession {
  /** How many sessions of subagents went with it. */
  readonly subagents: number;
}

/** Copies a session, behind those of its subagents, and leaves it where it was. Throws what `copySession` throws. */
export async function moveSession(move: SessionMove): Promise<MovedSessions> {
  const { dataFolder, session, way } = move;
  await using here = openStores(dataFolder);
  await using shared = openStores(dataFolder, move.shared);
  const [from, to] = way === "push" ? [here, shared] : [shared, here];
  const moved = new Set([session]);
  await moveChildren(from.journals, to.journals, session, moved);
  return { ...(await copySession(from.journals, to.journals, session)), subagents: moved.size - 1 };
}

/** One that is not there any more is left out, as it is missing where it came from. */
async function moveChildren(
  from: SessionStore,
  to: SessionStore,
  session: string,
  moved: Set<string>,
): Promise<void> {
  for await (const entry of from.read(session, 1, ["child"])) {
    if (entry.kind !== "child" || moved.has(entry.session)) continue;
    if ((await from.lastSeq(entry.session).catch(() => 0)) === 0) continue;
    moved.add(entry.session);
    await moveChildren(from, to, entry.session, moved);
    await copySession(from, to, entry.session);
  }
}
