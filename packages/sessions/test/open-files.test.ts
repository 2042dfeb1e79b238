import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { all, notice, notices } from "./entries.ts";
import { changes, secret } from "./scrub-changes.ts";
import { storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const openFiles = () => readdirSync("/proc/self/fd").length;

// Only Linux tells which files a process has open.
describe.runIf(existsSync("/proc/self/fd")).each(storeNames)("a store of %s", (name) => {
  it("leaves no file open when it is closed, whatever was done with it", async () => {
    const folder = tempFolder();
    const before = openFiles();
    await using store = stores[name](folder);
    for (let count = 0; count < 10; count++) {
      const session = `s${count}`;
      const lease = await store.lease(session, "me", 1000);
      await lease.renew();
      await store.append(session, 0, notices(1, 3));
      await store.append(session, 3, [notice(4, secret)]);
      await expect(store.append(session, 3, [notice(4)])).rejects.toMatchObject({ code: "conflict" });
      await store.blob(session, await store.putBlob(session, Buffer.from(secret)));
      await lease.release();
      for await (const { seq } of store.read(session)) if (seq === 2) break;
      await all(store.read(session, 2, ["name"]));
      await store.rewrite(session, changes);
      await store.list();
    }
    for (let count = 0; count < 5; count++) await store.remove(`s${count}`);
    expect(await store.list()).toHaveLength(5);
    await store.close();
    expect(openFiles()).toBe(before);
  });
});
