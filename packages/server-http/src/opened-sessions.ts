import type { Host, LiveSession, OpenWishes } from "@skein/host";
import { SessionError } from "@skein/protocol";
import { eventOrder, type EventOrder } from "./events/event-order.ts";
import { sessionEvents, type EventStart, type SentNews } from "./events/session-events.ts";
import { sseText } from "./events/sse-text.ts";

/** The sessions that clients of the server work with. */
export interface OpenedSessions {
  create(wishes: Omit<OpenWishes, "attended" | "session">): Promise<LiveSession>;
  /** Rejects with `SessionError` `not-found` when there is no such session. */
  require(session: string): Promise<void>;
  /** Opens one that is there. Rejects as `require` does. */
  open(session: string): Promise<LiveSession>;
  /** @returns whether it was open. */
  close(session: string): Promise<boolean>;
  /** Rejects as `require` does. */
  events(session: string, start: EventStart): Promise<AsyncIterable<SentNews>>;
  /** The same as Server-Sent Events. */
  eventText(session: string, start: EventStart): Promise<AsyncIterable<string>>;
}

/** @param showsApps - whether clients can show pages of extensions. */
export function openedSessions(host: Host, showsApps = false): OpenedSessions {
  const orders = new WeakMap<LiveSession, EventOrder>();

  async function folderOf(session: string): Promise<string> {
    const listed = (await host.sessions.list(session)).find((line) => line.session === session);
    if (!listed) throw new SessionError("not-found", `There is no session ${session}.`);
    if (!("summary" in listed)) throw new SessionError("damaged", listed.damaged);
    const { cwd } = listed.summary;
    if (cwd === undefined) throw new SessionError("damaged", `Session ${session} does not say its folder.`);
    return cwd;
  }

  async function opened(wishes: OpenWishes): Promise<LiveSession> {
    const live = await host.open({ ...wishes, showsApps, resumesParent: () => ({ attended: true }) });
    if (!orders.has(live)) orders.set(live, eventOrder(live));
    return live;
  }

  async function open(session: string): Promise<LiveSession> {
    if (host.live().includes(session)) return opened({ cwd: "/", session, attended: true });
    return opened({ cwd: await folderOf(session), session, attended: true });
  }

  async function events(session: string, start: EventStart): Promise<AsyncIterable<SentNews>> {
    const live = await open(session);
    return sessionEvents(live, orders.get(live), start);
  }

  return {
    create: (wishes) => opened({ ...wishes, attended: true }),
    async require(session) {
      if (!host.live().includes(session)) await folderOf(session);
    },
    open,
    async close(session) {
      if (!host.live().includes(session)) return false;
      await (await open(session)).close();
      return true;
    },
    events,
    eventText: async (session, start) => sseText(await events(session, start), start.signal),
  };
}
