import { randomUUID } from "node:crypto";
import type pg from "pg";
import { quickMs, timed, type Database } from "./database.ts";

/** Is notified when sessions grow, while one is followed. */
export interface Notifications {
  /** Holds a listening connection until the returned function is called. */
  follow(): () => void;
  /** How often a follower has to look by itself. */
  pollMs(): number;
  close(): void;
}

/** When notifications arrive, polling is only for those that were lost with a connection. */
const notifiedPollMs = 2_000;
/** Behind a pooler that gives each transaction another connection no notification arrives. */
const alonePollMs = 200;
const retryMs = 500;
/** A connection that was cut without a word brings no notification, as if there were nothing to tell. */
const lookMs = 10_000;

export function openNotifications(
  database: Database,
  channel: string,
  onGrowth: (session: string) => void,
): Notifications {
  let followers = 0;
  let listening: AbortController | undefined;
  let isNotified = false;

  async function listen(signal: AbortSignal): Promise<void> {
    const client = await database.connect();
    const end = (): void => void client.end().catch(() => undefined);
    signal.addEventListener("abort", end);
    client.on("error", end);
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    const looking = setInterval(
      () => void client.query(timed("SELECT", [], quickMs)).catch(end),
      lookMs,
    ).unref();
    try {
      if (signal.aborted) return end();
      const probe = `probe ${randomUUID()}`;
      client.on("notification", ({ payload = "" }: pg.Notification) => {
        if (payload === probe) isNotified = true;
        else onGrowth(payload);
      });
      await client.query(`LISTEN "${channel}"`);
      await database.once("SELECT pg_notify($1, $2)", [channel, probe]);
      await ended;
    } finally {
      clearInterval(looking);
      signal.removeEventListener("abort", end);
      isNotified = false;
      end();
    }
  }

  async function keepListening(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await listen(signal).catch(() => undefined);
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
    }
  }

  function stop(): void {
    listening?.abort();
    listening = undefined;
  }

  return {
    follow() {
      followers++;
      if (!listening) {
        listening = new AbortController();
        void keepListening(listening.signal);
      }
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        if (--followers === 0) stop();
      };
    },
    pollMs: () => (isNotified ? notifiedPollMs : alonePollMs),
    close: stop,
  };
}
