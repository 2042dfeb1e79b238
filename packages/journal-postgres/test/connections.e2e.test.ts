import { performance } from "node:perf_hooks";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { cableTo, collect, type Cable, type CableOptions } from "@skein/test-kit";
import { openPostgresJournal } from "../src/index.ts";
import { notice, notices } from "./entries.ts";
import { describePostgres, newSchema } from "./postgres.ts";

describePostgres("the connection to Postgres", ({ open, server }) => {
  const local = (): string => `postgres://skein:hidden@127.0.0.1:${server().port}/postgres`;

  it.each([
    ["a wrong port", "postgres://skein:hidden@127.0.0.1:1/postgres", "cannot be reached"],
    ["a wrong host", "postgres://skein:hidden@nowhere.invalid/postgres", "cannot be reached"],
    [
      "no such database",
      () => local().replace("/postgres", "/missing").replace("/missing:", ""),
      "does not exist",
    ],
    ["no such user", () => local().replace("skein:", "stranger:"), "refuses the login"],
  ])("is refused before anything is written: %s", async (_, url, why) => {
    const opening = openPostgresJournal({ url: typeof url === "string" ? url : url() });
    const error = await opening.then(() => undefined).catch((refused: unknown) => refused);
    expect(error).toMatchObject({ name: "ConfigError", code: "usage", hint: expect.any(String) as string });
    expect(String(error)).toContain(why);
    expect(String(error)).not.toContain("hidden");
  });

  it("is refused to a user who may not make tables, and to tables of a newer version", async () => {
    const schema = newSchema();
    const client = new pg.Client(server().url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("CREATE ROLE guest LOGIN");
    const asGuest = local().replace("skein:", "guest:");
    await expect(openPostgresJournal({ url: asGuest, schema })).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining("does not let this user set it up") as string,
    });
    await (await open({ schema })).close();
    await client.query(`UPDATE ${schema}.format SET version = 99`);
    await expect(openPostgresJournal({ url: server().url, schema })).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining("newer version") as string,
    });
  });

  it("is taken up again when the server is killed between and in the middle of appends", async () => {
    const store = await open();
    const lease = await store.lease("s", "me", 30_000);
    let last = 0;
    const writing = (async () => {
      while (last < 60) await store.append("s", last, notices(last + 1, ++last));
    })();
    for (let restarts = 0; restarts < 2; restarts++) await server().restart("SIGKILL");
    await writing;
    await server().restart("SIGINT");
    await lease.renew();
    expect(await collect(store.read("s"))).toEqual(notices(1, 60));
  });

  it("is given up within its bounds, and nothing that was said to be written is lost", async () => {
    const schema = newSchema();
    const store = await open({ schema, retryMs: 300 });
    await store.append("s", 0, [notice(1)]);
    await server().stop("SIGINT");
    try {
      await expect(store.append("s", 1, [notice(2)])).rejects.toMatchObject({
        name: "SessionError",
        code: "unreachable",
        hint: expect.stringContaining("resume") as string,
      });
    } finally {
      await server().start();
    }
    const again = await open({ schema });
    expect(await collect(again.read("s"))).toEqual([notice(1)]);
    await store.append("s", 1, [notice(2)]);
  });

  it("appends once what is sent twice because its answer was cut off", async () => {
    const cable = await laidCable(server().port);
    const store = await open({ url: `postgres://skein@127.0.0.1:${cable.port}/postgres`, connections: 1 });
    await store.append("s", 0, [notice(1)]);
    cable.cutNextAnswer();
    await store.append("s", 1, [notice(2)]);
    await store.append("s", 2, [notice(3)]);
    expect(cable.cuts()).toBe(1);
    expect(await collect(store.read("s"))).toEqual(notices(1, 3));
    cable.cutNextAnswer();
    const lease = await store.lease("s", "me", 30_000);
    await lease.renew();
    expect(cable.cuts()).toBe(2);
  });

  it("is noticed within seconds when its cable falls silent, and nothing that arrives late is written", async () => {
    const [schema, cable] = [newSchema(), await laidCable(server().port)];
    const store = await open({ schema, url: `postgres://skein@127.0.0.1:${cable.port}/postgres` });
    const lease = await store.lease("s", "behind the cable", 30_000);
    await Promise.all([store.append("s", 0, [notice(1)]), store.list(), store.lastSeq("s")]); // several connections
    const hear = cable.silence();
    const began = performance.now();
    const late = store.append("s", 1, [notice(2, "late")]);
    const next = await open({ schema });
    using _ = await next.claim("s", { run: "r", attempt: 2, proof: "SELECT 1" });
    await next.lease("s", "next", 30_000);
    await next.append("s", 1, [notice(2, "next")]);
    setTimeout(() => hear("arrives"), 3_000);
    await expect(late).rejects.toMatchObject({ code: "locked" });
    await expect(lease.renew()).rejects.toMatchObject({ code: "locked" });
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await collect(next.read("s", 2))).toEqual([notice(2, "next")]);
  });

  it("is opened again when it stays silent for ever", async () => {
    const cable = await laidCable(server().port);
    const store = await open({ url: `postgres://skein@127.0.0.1:${cable.port}/postgres` });
    await Promise.all([store.append("s", 0, [notice(1)]), store.list(), store.lastSeq("s")]);
    cable.silence()("is lost");
    const began = performance.now();
    await store.append("s", 1, [notice(2)]);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await collect(store.read("s"))).toEqual(notices(1, 2));
  });

  it("tells followers in other stores at once, of a batch once and of drafts never", async () => {
    const schema = newSchema();
    const [writer, reader] = [await open({ schema }), await open({ schema })];
    const listener = new pg.Client(server().url);
    await listener.connect();
    onTestFinished(() => listener.end());
    const heard: string[] = [];
    listener.on("notification", ({ payload = "" }) => heard.push(payload));
    await listener.query(`LISTEN "${schema}_growth"`);
    const stop = new AbortController();
    const latencies: number[] = [];
    let sent = 0;
    const following = (async () => {
      for await (const { seq } of reader.subscribe("s", 1, stop.signal)) {
        if (seq > 10) latencies.push(performance.now() - sent);
        if (seq === 30) stop.abort();
      }
    })();
    for (let seq = 1; seq <= 30; seq++) {
      sent = performance.now();
      await writer.append("s", seq - 1, [notice(seq)]);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await following;
    const draft = { ...notice(31), kind: "reply-draft", request: 1, content: [] } as never;
    await writer.append("s", 30, [draft]);
    await writer.append("s", 31, notices(32, 60));
    await expect.poll(() => heard.filter((payload) => payload === "s").length).toBe(31);
    expect(latencies.toSorted((one, other) => one - other)[10]).toBeLessThan(150);
  });

  it("is polled where notifications never come, as behind a pooler by transaction", async () => {
    const schema = newSchema();
    const cable = await laidCable(server().port, { drops: hasNotification });
    const reader = await open({ schema, url: `postgres://skein@127.0.0.1:${cable.port}/postgres` });
    const writer = await open({ schema });
    const stop = new AbortController();
    const first = reader.subscribe("s", 1, stop.signal)[Symbol.asyncIterator]();
    const next = first.next();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await writer.append("s", 0, [notice(1)]);
    expect((await next).value).toEqual(notice(1));
    stop.abort();
    expect((await first.next()).done).toBe(true);
  });
});

async function laidCable(target: number, options?: CableOptions): Promise<Cable> {
  const cable = await cableTo(target, options);
  onTestFinished(() => cable[Symbol.asyncDispose]());
  return cable;
}

/** A notification comes in a packet of its own: it is sent to an idle connection. */
function hasNotification(bytes: Buffer): boolean {
  return bytes[0] === "A".charCodeAt(0);
}
