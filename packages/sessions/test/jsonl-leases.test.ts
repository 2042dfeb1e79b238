import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonlJournal } from "../src/index.ts";
import { all, notice, notices } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

function leaseFiles(folder: string): string[] {
  return readdirSync(join(folder, "s")).filter((name) => name.startsWith("lease."));
}

/** Another process takes the lease: its number is the next one, and what was there before goes. */
function takeOver(folder: string, keepsOld = false): void {
  const [old = ""] = leaseFiles(folder);
  const held = JSON.parse(readFileSync(join(folder, "s", old), "utf8")) as object;
  const theirs = { ...held, token: "theirs", pid: 4242, host: "elsewhere", boot: "other" };
  writeFileSync(join(folder, "s", "lease.7.json"), JSON.stringify(theirs));
  if (!keepsOld) rmSync(join(folder, "s", old));
}

const byThem = {
  code: "locked",
  message: expect.stringContaining("process 4242 on elsewhere") as string,
};

describe("the lease files of a session in JSON Lines", () => {
  it.each([true, false])(
    "of a later lease end the earlier one (whose file is still there: %s)",
    async (keepsOld) => {
      const folder = tempFolder();
      await using store = jsonlJournal(folder);
      const mine = await store.lease("s", "me", 60_000);
      takeOver(folder, keepsOld);
      await expect(mine.renew()).rejects.toMatchObject(byThem);
      await expect(mine.renew()).rejects.toMatchObject(byThem);
      await expect(store.append("s", 0, [notice(1)])).rejects.toMatchObject(byThem);
      await mine.release();
      expect(leaseFiles(folder)).toEqual(["lease.7.json"]);
      await expect(store.lease("s", "me", 1000)).rejects.toMatchObject(byThem);
    },
  );

  it("of a lease that was taken over are let go with it, and the next one can be taken", async () => {
    const folder = tempFolder();
    await using store = jsonlJournal(folder);
    const mine = await store.lease("s", "me", 60_000);
    takeOver(folder);
    await mine.release();
    writeFileSync(join(folder, "s", "lease.7.json"), "");
    await store.append("s", 0, notices(1, 2));
    const next = await store.lease("s", "me", 60_000);
    await next.renew();
    await store.append("s", 2, [notice(3)]);
    await next.release();
    expect(await all(store.read("s"))).toHaveLength(3);
    expect(leaseFiles(folder)).toHaveLength(1);
  });

  it.each(["", "{", '{"token":'])("that a crash of the machine has left as %j block no one", async (left) => {
    const folder = tempFolder();
    await using store = jsonlJournal(folder);
    await store.append("s", 0, notices(1, 1));
    for (const name of leaseFiles(folder)) writeFileSync(join(folder, "s", name), left);
    await expect(store.list()).resolves.toMatchObject([{ session: "s", summary: {} }]);
    const lease = await store.lease("s", "me", 1000);
    await lease.renew();
    expect(leaseFiles(folder)).toHaveLength(1);
  });

  it("are damage where they cannot be read", async () => {
    const folder = tempFolder();
    await using store = jsonlJournal(folder);
    await store.append("s", 0, notices(1, 1));
    mkdirSync(join(folder, "s", "lease.3.json"));
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({ code: "damaged" });
    await expect(store.append("s", 1, [notice(2)])).rejects.toMatchObject({ code: "damaged" });
    expect(await store.list()).toMatchObject([{ damaged: expect.any(String) as string }]);
    expect(await all(store.read("s"))).toEqual(notices(1, 1));
  });

  it("that cannot be given back are given back before the next one is taken", async () => {
    const folder = tempFolder();
    await using store = jsonlJournal(folder);
    const lease = await store.lease("s", "me", 60_000);
    const path = join(folder, "s", leaseFiles(folder)[0]!);
    renameSync(path, `${path}.aside`);
    mkdirSync(path);
    await expect(lease.release()).rejects.toMatchObject({ code: "damaged" });
    await expect(store.lease("other", "me", 1000)).resolves.toBeDefined();
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({ code: "damaged" });
    rmdirSync(path);
    renameSync(`${path}.aside`, path);
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it("say since when the lease is held, however often it is renewed", async () => {
    const folder = tempFolder();
    await using store = jsonlJournal(folder);
    const mine = await store.lease("s", "me", 60_000);
    const read = () =>
      JSON.parse(readFileSync(join(folder, "s", leaseFiles(folder)[0]!), "utf8")) as Record<string, number>;
    const before = read();
    writeFileSync(
      join(folder, "s", leaseFiles(folder)[0]!),
      JSON.stringify({ ...before, since: 5, expires: 6 }),
    );
    await mine.renew();
    const after = read();
    expect(after["since"]).toBe(5);
    expect(after["expires"]! - after["renewed"]!).toBe(60_000);
    expect(after["renewed"]).toBeGreaterThanOrEqual(before["renewed"]!);
  });

  it("are only those whose name is one: others are not counted and stay", async () => {
    const folder = tempFolder();
    await using store = jsonlJournal(folder);
    await store.append("s", 0, notices(1, 1));
    const others = ["lease.99.json.bak", "old-lease.98.json", "lease.x.json"];
    for (const name of others) writeFileSync(join(folder, "s", name), "{}");
    const lease = await store.lease("s", "me", 1000);
    await lease.release();
    const numbers = leaseFiles(folder).flatMap((name) => /^lease\.(\d+)\.json$/.exec(name)?.[1] ?? []);
    expect(numbers).toEqual(["2"]);
    for (const name of others) expect(existsSync(join(folder, "s", name))).toBe(true);
  });
});

describe("a store of JSON Lines that appends without a lease", () => {
  it("is refused while another store has it, and gives its own back", async () => {
    const folder = tempFolder();
    await using one = jsonlJournal(folder);
    await using other = jsonlJournal(folder);
    const lease = await one.lease("s", "one", 60_000);
    await expect(other.append("s", 0, [notice(1)])).rejects.toMatchObject({ code: "locked" });
    await one.append("s", 0, [notice(1)]);
    await lease.release();
    await other.append("s", 1, [notice(2)]);
    await one.append("s", 2, [notice(3)]);
    await expect(other.append("s", 2, [notice(3)])).rejects.toMatchObject({ code: "conflict" });
    await expect(one.lease("s", "one", 1000)).resolves.toBeDefined();
  });
});
