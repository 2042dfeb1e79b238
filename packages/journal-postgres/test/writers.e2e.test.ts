import { fork } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { collect } from "@skein/test-kit";
import { notice, notices } from "./entries.ts";
import { describePostgres, newSchema } from "./postgres.ts";

describePostgres("writers of one session", ({ open, server }) => {
  /** As if the leases had not been renewed for long enough. */
  async function expire(schema: string): Promise<void> {
    const client = new pg.Client(server().url);
    await client.connect();
    await client.query(
      `UPDATE ${schema}.sessions SET lease_expires = clock_timestamp() - interval '1 second'`,
    );
    await client.end();
  }

  it("race ten at a time, and one wins each place", async () => {
    const schema = newSchema();
    const stores = await Promise.all(Array.from({ length: 10 }, () => open({ schema, connections: 1 })));
    for (let seq = 0; seq < 20; seq++) {
      const tried = await Promise.allSettled(
        stores.map((store, index) => store.append("s", seq, [notice(seq + 1, `writer ${index}`)])),
      );
      const refused = tried.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      expect(refused).toHaveLength(9);
      for (const error of refused) expect(error).toMatchObject({ name: "SessionError", code: "conflict" });
    }
    expect(await collect(stores[0]!.read("s"))).toHaveLength(20);
  });

  it("race for its lease, and one has it", async () => {
    const schema = newSchema();
    const stores = await Promise.all(Array.from({ length: 10 }, () => open({ schema, connections: 1 })));
    const tried = await Promise.allSettled(
      stores.map((store, index) => store.lease("s", `w${index}`, 30_000)),
    );
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("are refused when another one took over while they were paused, at the right place too", async () => {
    const schema = newSchema();
    const [paused, next] = [await open({ schema }), await open({ schema })];
    const lease = await paused.lease("s", "paused", 30_000);
    await paused.append("s", 0, notices(1, 2));
    await expect(next.append("s", 2, [notice(3)])).rejects.toMatchObject({ code: "locked" });
    await expire(schema);
    await next.lease("s", "next", 30_000);
    await expect(paused.append("s", 2, [notice(3)])).rejects.toMatchObject({ code: "locked" });
    await expect(lease.renew()).rejects.toMatchObject({ code: "locked" });
    await next.append("s", 2, [notice(3, "next")]);
    await lease.release(); // is not its own any more
    await expect(paused.append("s", 3, [notice(4)])).rejects.toMatchObject({ code: "locked" });
    await next.append("s", 3, [notice(4, "next")]);
    expect(await collect(next.read("s", 3))).toEqual([notice(3, "next"), notice(4, "next")]);
  });

  it("are refused at once when their work was handed to another one", async () => {
    const schema = newSchema();
    const [silent, next] = [await open({ schema }), await open({ schema })];
    const lease = await silent.lease("s", "silent", 30_000);
    using _ = await next.claim("s", { run: "r", attempt: 2, proof: "SELECT 1" });
    await expect(silent.append("s", 0, [notice(1)])).rejects.toMatchObject({ code: "locked" });
    await next.lease("s", "next", 30_000);
    await next.append("s", 0, [notice(1)]);
    await expect(lease.renew()).rejects.toMatchObject({ code: "locked" });
    await expect(silent.append("s", 1, [notice(2)])).rejects.toMatchObject({ code: "locked" });
  });

  it("keep a lease that has expired as long as no other process takes it", async () => {
    const schema = newSchema();
    const store = await open({ schema });
    const lease = await store.lease("s", "slow", 30_000);
    await expire(schema);
    await expect(store.lease("s", "another run here", 30_000)).rejects.toMatchObject({ code: "locked" });
    await store.append("s", 0, [notice(1)]);
    await lease.renew();
  });

  it("leave their lease at once when they are killed, and what they wrote", async () => {
    const schema = newSchema();
    const child = fork(new URL("children/hold-lease.ts", import.meta.url), [server().url, schema], {
      stdio: "inherit",
      execArgv: ["--experimental-strip-types", "--no-warnings", "--conditions=development"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "message");
    const store = await open({ schema });
    await expect(store.lease("s", "next", 30_000)).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining(String(child.pid)) as string,
    });
    expect(await store.list()).toMatchObject([{ session: "s" }]);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await store.lease("s", "next", 30_000);
    await store.append("s", 1, [notice(2)]);
    expect(await collect(store.read("s"))).toEqual([notice(1), notice(2)]);
  });
});
