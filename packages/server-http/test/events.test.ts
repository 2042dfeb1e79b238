import { expect, test } from "vitest";
import { readEvents, serveScripted, text, type Read, type Served } from "./served.ts";

const words = Array.from({ length: 40 }, (_, at) => `word${at} `).join("");

/** Reads until the run is over, and leaves after a number of events for a new connection that resumes. */
async function readAll(served: Served, session: string, leaveAfter: () => number): Promise<readonly Read[]> {
  const all: Read[] = [];
  const resumed: string[] = [];
  let after: string | undefined;
  for (let isOver = false; !isOver;) {
    let left = leaveAfter();
    const headers = after === undefined ? {} : { "last-event-id": after };
    for await (const one of readEvents(served, `/sessions/${session}/events`, headers)) {
      if (one.event !== undefined) {
        resumed.push(one.data.resumed);
        continue;
      }
      all.push(one);
      after = one.id;
      isOver = one.data.type === "outcome";
      if (isOver || --left === 0) break;
    }
  }
  expect(resumed).toEqual(resumed.map((_, at) => (at === 0 ? "from-seq" : "exact")));
  return all;
}

const deltas = (read: readonly Read[]) =>
  read.filter(({ data }) => data.type === "text-delta").map(({ data }) => data.delta);

test("a reader that comes back after each event is told everything once, also inside a message", async () => {
  await using served = await serveScripted([[text(words)]], { delayMs: 5 });
  const session = await served.session();
  const whole = readAll(served, session, () => Infinity);
  let reads = 0;
  const broken = readAll(served, session, () => 1 + (reads++ % 3));
  await served.ask("POST", `/sessions/${session}/messages`, { input: "go" });
  const [once, often] = await Promise.all([whole, broken]);
  expect(deltas(once).join("")).toBe(words);
  expect(deltas(once).length).toBeGreaterThan(5);
  // Deltas of a message that became whole while it was away are in that message.
  expect(deltas(often).length).toBeGreaterThan(3);
  expect(words.startsWith(deltas(often).join(""))).toBe(true);
  const kept = (read: readonly Read[]) =>
    read.filter(({ data }) => !("delta" in data)).map(({ data }) => data.entry?.seq ?? data.seq ?? data.type);
  expect(kept(often)).toEqual(kept(once));
});

test("whoever knows the journal is told what comes behind it, or only what happens from now on", async () => {
  await using served = await serveScripted([[text("Hello.")]]);
  const session = await served.session();
  const told = readAll(served, session, () => Infinity);
  await served.ask("POST", `/sessions/${session}/messages`, { input: "go" });
  const last = (await told).findLast(({ data }) => data.type === "message")!;
  const behind: Read["data"][] = [];
  for await (const { data } of readEvents(served, `/sessions/${session}/events?from=${last.data.seq}`)) {
    behind.push(data);
    if (data.type === "outcome") break;
  }
  expect(behind[0]).toEqual({ session, resumed: "from-seq", isRunning: false });
  expect(behind.map(({ type }) => type)).not.toContain("message");
  for await (const { event } of readEvents(served, `/sessions/${session}/events?from=now`)) {
    expect(event).toBe("hello");
    break;
  }
});

test("the same events come over a WebSocket", async () => {
  await using served = await serveScripted([[text(words)]]);
  const session = await served.session();
  const url = `${served.server.url.replace("http", "ws")}/api/sessions/${session}/events`;
  const socket = new WebSocket(url, { headers: served.as("read") } as never);
  const told: { id?: string; type?: string; news?: { type: string; delta?: string } }[] = [];
  const over = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    told.push(JSON.parse(String(data)));
    if (told.at(-1)?.news?.type === "outcome") over.resolve();
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  await served.ask("POST", `/sessions/${session}/messages`, { input: "go" });
  await over.promise;
  socket.close();
  expect(told[0]).toMatchObject({ type: "hello", session });
  expect(told.map(({ news }) => news?.delta ?? "").join("")).toBe(words);
  expect(told.at(-1)?.id).toMatch(/^\d+-[0-9a-f]+\.\d+$/);
});

test("a reader of a closed session is told the end", async () => {
  await using served = await serveScripted([]);
  const session = await served.session();
  const events: unknown[] = [];
  for await (const { event } of readEvents(served, `/sessions/${session}/events`)) {
    events.push(event);
    if (event === "hello") await served.ask("POST", `/sessions/${session}/close`);
  }
  expect(events).toEqual(["hello", "end"]);
});

test("there are no events of a session that is unknown, nor behind an id that is none", async () => {
  await using served = await serveScripted([]);
  expect(await served.ask("GET", "/sessions/nothing/events")).toMatchObject({
    status: 404,
    body: { error: { code: "not-found" } },
  });
  const session = await served.session();
  for await (const { event, data } of readEvents(served, `/sessions/${session}/events?after=x`)) {
    expect([event, data.code]).toEqual(["error", "usage"]);
    break;
  }
});

test("a reader that has gone is forgotten at once", async () => {
  await using served = await serveScripted([]);
  const session = await served.session();
  const live = await served.host.open({ cwd: served.project, session, attended: true });
  const events = live.events.bind(live);
  const signals: AbortSignal[] = [];
  Object.assign(live, {
    events(from: number, signal: AbortSignal) {
      signals.push(signal);
      return events(from, signal);
    },
  });
  for await (const { event } of readEvents(served, `/sessions/${session}/events`))
    if (event === "hello") break;
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
});
