import type { AgentEvent, Entry } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createLiveEvents, type SessionNews } from "../src/sessions/live/live-events.ts";

const run = "r";
const input = [{ type: "text", text: "go" }] as const;

const note = (seq: number): Entry => ({ v: 1, seq, at: 0, run: null, kind: "name", name: "n", by: "user" });
const started = (seq: number): Entry => ({ v: 1, seq, at: 0, run, kind: "run-start", input });
const told = (seq: number): AgentEvent => ({ session: "s", path: [], seq, type: "run-start", run, input });

async function next(news: AsyncGenerator<SessionNews, void>): Promise<string | undefined> {
  const { value } = await news.next();
  if (!value) return undefined;
  return value.type === "entry" ? `entry ${value.entry.seq}` : `event ${value.seq}`;
}

it("tells a run once that begins while the entries before it are read, also when it is written before it is told", async () => {
  const journal = [note(1), note(2)];
  const live = createLiveEvents(async function* (from) {
    for (let at = from - 1; at < journal.length; at++) yield journal[at]!;
  });
  const news = live.read(0);
  expect(await next(news)).toBe("entry 1");
  live.begin(run);
  journal.push(started(3));
  expect(await next(news)).toBe("entry 2");
  const third = next(news);
  live.push(told(3));
  expect(await third).toBe("event 3");
  live.end();
  expect(await next(news)).toBeUndefined();
});

it("tells what a run has written before its first event as entries", async () => {
  const journal = [{ ...note(1), run }, { ...note(2), run }, started(3)];
  const live = createLiveEvents(async function* (from) {
    yield* journal.slice(from - 1);
  });
  live.begin(run);
  const news = live.read(0);
  const first = next(news);
  live.push(told(3));
  expect([await first, await next(news), await next(news)]).toEqual(["entry 1", "entry 2", "event 3"]);
});

it("ends a reader that waits for the first event of a run", async () => {
  const live = createLiveEvents(async function* () {
    yield started(1);
  });
  live.begin(run);
  const gone = new AbortController();
  const first = next(live.read(0, gone.signal));
  gone.abort();
  expect(await first).toBeUndefined();
});

it("lets go of a reader that is too far behind, and tells it so", async () => {
  const live = createLiveEvents(async function* () {}, { mostWaiting: 2 });
  live.begin(run);
  const slow = live.read(0);
  const first = next(slow);
  live.push(told(1));
  expect(await first).toBe("event 1");
  for (const seq of [2, 3, 4]) live.push(told(seq));
  await expect(next(slow)).rejects.toMatchObject({ code: "too-slow" });
  const other = live.read(2);
  expect([await next(other), await next(other)]).toEqual(["event 3", "event 4"]);
});

it("leaves out the deltas of replies that are whole, of each agent, and nothing else", async () => {
  const path = fc.constantFrom<string[]>([], ["a"], ["a", "b"]);
  const event = fc.tuple(fc.constantFrom("text-delta", "message", "turn-end"), path);
  await checkProperty(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (kinds) => {
      const live = createLiveEvents(async function* () {});
      live.begin(run);
      const events = kinds.map(([type, of], part) => {
        const more = type === "text-delta" ? { delta: "d", part } : {};
        return { session: "s", path: of, type, ...more } as unknown as AgentEvent;
      });
      for (const one of events) live.push(one);
      live.end();
      const seen: SessionNews[] = [];
      for await (const one of live.read(0)) seen.push(one);
      const later = (at: number, of: readonly string[]) =>
        kinds.slice(at).some(([type, other]) => type === "message" && other.join() === of.join());
      expect(seen).toEqual(events.filter((one, at) => !("delta" in one && later(at, one.path))));
    }),
  );
});
