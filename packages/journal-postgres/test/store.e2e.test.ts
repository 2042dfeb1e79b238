import { randomBytes } from "node:crypto";
import { readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { checkProperty, sampleValues } from "@skein/property-tests";
import fc from "fast-check";
import pg from "pg";
import { expect, it } from "vitest";
import { forkInStore, summary } from "@skein/sessions";
import type { Entry } from "@skein/protocol";
import { collect, temporaryFolder } from "@skein/test-kit";
import { journal } from "@skein/test-kit/generated";
import { fileBlobs } from "../src/index.ts";
import { notice, notices } from "./entries.ts";
import { describePostgres, newSchema } from "./postgres.ts";

describePostgres("a store in Postgres", ({ open, server }) => {
  async function database(statement: string): Promise<unknown[]> {
    const client = new pg.Client(server().url);
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    return rows;
  }

  it("gives back any journal as it was, byte for byte, and lists it", async () => {
    const store = await open();
    let count = 0;
    await checkProperty(
      fc.asyncProperty(journal, async (entries) => {
        const session = `s${count++}`;
        await store.append(session, 0, entries);
        const read = await collect(store.read(session));
        expect(read).toEqual(entries);
        const texts = read.map((entry) => JSON.stringify(entry));
        await store.append(`${session}-again`, 0, read);
        expect((await collect(store.read(`${session}-again`))).map((entry) => JSON.stringify(entry))).toEqual(
          texts,
        );
        const line = { session, summary: JSON.parse(JSON.stringify(summary(entries))) as unknown };
        expect((await store.list(session))[0]).toMatchObject(line); // computed
        expect((await store.list(session))[0]).toMatchObject(line); // kept
      }),
      { numRuns: 25 },
    );
  });

  it("forks any journal with what it names", async () => {
    const store = await open();
    const [start] = sampleValues(journal, 1)[0]!;
    const hash = await store.putBlob("s", Buffer.from("told"));
    const context = { v: 1, seq: 2, at: 6, run: "r", kind: "context", hash, reason: "start" } as const;
    await store.append("s", 0, [start!, context, notice(3)]);
    await forkInStore(store, "s", { id: "f", now: 99 });
    expect((await collect(store.read("f"))).slice(1)).toEqual([context, notice(3)]);
    expect(Buffer.from((await store.blob("f", hash)) ?? []).toString()).toBe("told");
  });

  it("reads a long session in pages, and only the kinds that are asked for", async () => {
    const store = await open();
    const entries = notices(1, 450).map((entry): Entry =>
      entry.seq % 3 === 0 ? { ...entry, kind: "name", name: "n", by: "user" } : entry,
    );
    await store.append("s", 0, entries);
    expect(await collect(store.read("s", 150))).toEqual(entries.slice(149));
    const names = (await collect(store.read("s", 1, ["name"]))).map(({ seq }) => seq);
    expect(names).toEqual(Array.from({ length: 150 }, (_, index) => 3 * (index + 1)));
  });

  it("keeps images once, beside their entries, and large ones where it is told to", async () => {
    await using folder = await temporaryFolder();
    const schema = newSchema();
    const store = await open({ schema, blobs: fileBlobs(folder.path) });
    const data = randomBytes(1_200_000).toString("base64");
    const small = randomBytes(30_000).toString("base64");
    const content = [data, small].map(
      (bytes) => ({ type: "image", mediaType: "image/png", data: bytes }) as const,
    );
    const entry = (seq: number): Entry => ({ ...notice(seq), kind: "user-message", from: "user", content });
    await store.append("s", 0, [entry(1), entry(2)]);
    expect(await collect(store.read("s"))).toEqual([entry(1), entry(2)]);
    const elsewhere = await open({ schema });
    await expect(collect(elsewhere.read("s"))).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringContaining("no place of large blobs is named here") as string,
    });
    const [path] = await files(folder.path);
    await rename(path!, `${path}.away`);
    await expect(collect(store.read("s"))).rejects.toMatchObject({
      message: expect.stringContaining(`is missing at ${folder.path}`) as string,
    });
  });

  it.each(["remove", "rewrite", "drop its month by hand"] as const)(
    "leaves no blob of a session behind: %s",
    async (way) => {
      await using folder = await temporaryFolder();
      const schema = newSchema();
      const store = await open({ schema, blobs: fileBlobs(folder.path) });
      const secret = Buffer.alloc(1_200_000, "secret");
      for (const session of ["s", "kept"]) {
        await store.append(session, 0, [notice(1)]);
        await store.putBlob(session, secret);
        await store.putBlob(session, Buffer.from("small"));
      }
      const lost = fileBlobs(folder.path); // a writer that was killed between the object and its row
      await database(`INSERT INTO ${schema}.outside_blobs VALUES ('s', 'lost', now())`);
      await lost.put("s", "lost", secret);
      if (way === "remove") await store.remove("s");
      else if (way === "rewrite")
        await store.rewrite("s", { entry: (entry) => entry, blob: () => Buffer.from("x") });
      else {
        await database(`DELETE FROM ${schema}.blobs WHERE session = 's'`);
        await store.remove("s");
      }
      expect((await files(folder.path)).map((path) => path.split("/").at(-2))).toEqual(["kept"]);
      const rows = await database(
        `SELECT session, length(bytes) AS bytes FROM ${schema}.blobs ORDER BY 1, 2`,
      );
      const kept = [
        { session: "kept", bytes: 5 },
        { session: "kept", bytes: null },
      ];
      expect(rows).toEqual(way === "rewrite" ? [...kept, { session: "s", bytes: 1 }] : kept);
      expect(await database(`SELECT session FROM ${schema}.outside_blobs`)).toEqual([]);
    },
  );

  it("removes a session for good, and says so to whoever comes later", async () => {
    const store = await open();
    await store.append("s", 0, notices(1, 3));
    const lease = await store.lease("s", "me", 30_000);
    await expect(store.remove("s")).rejects.toMatchObject({ code: "locked" });
    await lease.release();
    await store.remove("s");
    const removed = { code: "not-found", message: expect.stringContaining("was removed on") as string };
    await expect(collect(store.read("s"))).rejects.toMatchObject(removed);
    await expect(store.append("s", 0, [notice(1)])).rejects.toMatchObject(removed);
    await expect(store.lease("s", "me", 30_000)).rejects.toMatchObject(removed);
    await expect(store.putBlob("s", new Uint8Array())).rejects.toMatchObject(removed);
    await expect(store.remove("s")).rejects.toMatchObject({ code: "not-found" });
    await expect(store.remove("missing")).rejects.toMatchObject({ code: "not-found" });
    expect(await store.list()).toEqual([]);
  });

  it("rewrites entries and blobs in one step, with an entry that says so", async () => {
    const store = await open();
    const hash = await store.putBlob("s", Buffer.from("told: secret"));
    const context = { ...notice(2), kind: "context", hash, reason: "start" } as unknown as Entry;
    await store.append("s", 0, [notice(1, "a secret"), context, notice(3)]);
    const changes = {
      entry: (entry: Entry) => JSON.parse(JSON.stringify(entry).replaceAll("secret", "***")) as Entry,
      blob: (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString().replaceAll("secret", "***")),
    };
    expect(await store.rewrite("s", changes)).toEqual({ entries: 2, blobs: 1 });
    const read = await collect(store.read("s"));
    expect(JSON.stringify(read)).not.toContain("secret");
    expect(read.at(-1)).toMatchObject({ seq: 4, kind: "scrub", entries: 2, blobs: 1 });
    const after = await store.blob("s", (read[1] as { hash: string }).hash);
    expect(Buffer.from(after ?? []).toString()).toBe("told: ***");
    expect(await store.blob("s", hash)).toBeUndefined();
    expect(await store.rewrite("s", changes)).toEqual({ entries: 0, blobs: 0 });
    await expect(store.rewrite("missing", changes)).rejects.toMatchObject({ code: "not-found" });
    await store.lease("s", "me", 30_000);
    await expect(store.rewrite("s", changes)).rejects.toMatchObject({ code: "locked" });
  });

  it("finds messages by their words, odd characters and all", async () => {
    const store = await open();
    const said = (seq: number, text: string): Entry => {
      return { ...notice(seq), kind: "user-message", from: "user", content: [{ type: "text", text }] };
    };
    await store.append("s", 0, [
      said(1, "The \u0000 migration \ud800 failed."),
      said(2, "Nothing."),
      notice(3),
    ]);
    const [hit, ...others] = await store.searchMessages("migration failed");
    expect([hit?.session, hit?.seq, others]).toEqual(["s", 1, []]);
    expect(await store.searchMessages('"failed migration" \u0000 -x:*')).toEqual([]);
  });

  it("can be used again after it was closed", async () => {
    const store = await open();
    await store.append("s", 0, [notice(1)]);
    const following = collect(store.subscribe("s", 2, new AbortController().signal));
    await store.close();
    expect(await following).toEqual([]);
    expect(await collect(store.read("s"))).toEqual([notice(1)]);
  });

  it("makes its tables once, however many open it at the same time", async () => {
    const schema = newSchema();
    const stores = await Promise.all(Array.from({ length: 5 }, () => open({ schema })));
    await stores[0]!.append("s", 0, [notice(1)]);
    expect(await stores[4]!.lastSeq("s")).toBe(1);
  });

  it("loses the sessions of a month by the statements of the docs, and no others", async () => {
    const schema = newSchema();
    const store = await open({ schema });
    for (const session of ["old", "new"]) {
      await store.append(session, 0, [notice(1)]);
      await store.putBlob(session, Buffer.from(`of ${session}`));
    }
    const docs = await readFile(new URL("../../../docs/operate.md", import.meta.url), "utf8");
    const [, statements = ""] = /```sql\n(BEGIN;[^]*?)```/.exec(docs) ?? [];
    expect(statements).toContain("2026-01-01");
    // A session that began in that month, in a partition of its own.
    await database(`
      CREATE TABLE ${schema}.entries_2026_01 PARTITION OF ${schema}.entries FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
      UPDATE ${schema}.sessions SET month = '2026-01-01' WHERE session = 'old';
      UPDATE ${schema}.entries SET month = '2026-01-01' WHERE session = 'old'`);
    expect(await collect(store.read("old"))).toHaveLength(1);
    await database(statements.replaceAll("skein.", `${schema}.`));
    await expect(collect(store.read("old"))).rejects.toThrow("was removed on");
    expect((await store.list()).map(({ session }) => session)).toEqual(["new"]);
    expect(await collect(store.read("new"))).toHaveLength(1);
    expect(await database(`SELECT session FROM ${schema}.blobs`)).toEqual([{ session: "new" }]);
  });

  it("is for whoever may read it, too, as long as nothing is written", async () => {
    const schema = newSchema();
    const store = await open({ schema });
    await store.append("s", 0, [notice(1)]);
    const reader = await open({
      schema,
      url: `${server().url}&options=-cdefault_transaction_read_only%3Don`,
    });
    expect(await collect(reader.read("s"))).toEqual([notice(1)]);
    expect(await reader.list()).toHaveLength(1);
    await expect(reader.append("s", 1, [notice(2)])).rejects.toMatchObject({ code: "read-only" });
  });
});

async function files(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}
