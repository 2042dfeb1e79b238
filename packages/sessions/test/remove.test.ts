import { existsSync, mkdirSync, readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SkeinError } from "@skein/protocol";
import { startChild } from "./children/start-child.ts";
import { all, notice, notices } from "./entries.ts";
import { filesWith } from "./raw-bytes.ts";
import { childEnv, journalPath, storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const gone = {
  name: "SessionError",
  code: "not-found",
  message: expect.stringMatching(/^Session s was removed on \d{4}-\d\d-\d\dT.*Z\.$/) as string,
};

describe.each(storeNames)("a session of %s that is removed", (name) => {
  it("is gone with all its files; its id says when, and is not used again", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.append("s", 0, [notice(1, "a canary")]);
    const hash = await store.putBlob("s", Buffer.from("another canary"));
    await store.append("other", 0, notices(1, 2));
    await store.remove("s");

    expect(filesWith(folder, "canary")).toEqual([]);
    expect((await store.list()).map(({ session }) => session)).toEqual(["other"]);
    await expect(all(store.read("s"))).rejects.toMatchObject(gone);
    await expect(store.append("s", 1, [notice(2)])).rejects.toMatchObject(gone);
    await expect(store.append("s", 0, [notice(1)])).rejects.toMatchObject(gone);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject(gone);
    await expect(store.putBlob("s", new Uint8Array())).rejects.toMatchObject(gone);
    await expect(store.blob("s", hash)).rejects.toMatchObject(gone);
    await expect(store.remove("s")).rejects.toMatchObject(gone);
    expect(existsSync(join(folder, "s"))).toBe(false);
    expect(await all(store.read("other"))).toHaveLength(2);
  });

  it("must exist, and not be in use", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await expect(store.remove("missing")).rejects.toMatchObject({ code: "not-found" });
    mkdirSync(join(folder, "not-a-session"));
    await expect(store.remove("not-a-session")).rejects.toMatchObject({ code: "not-found" });
    await store.append("s", 0, notices(1, 2));
    const lease = await store.lease("s", "me", 1000);
    await expect(store.remove("s")).rejects.toMatchObject({
      code: "locked",
      nextStep: { do: "fork-session" },
    });
    await lease.release();
    await store.remove("s");
  });

  it("is not taken for a shorter one by who reads it meanwhile", async () => {
    await using store = stores[name](tempFolder());
    await store.append("s", 0, notices(1, 5000));
    const reading = (async () => {
      for await (const { seq } of store.read("s")) if (seq === 300) await store.remove("s");
    })();
    await expect(reading).rejects.toMatchObject(gone);
  });

  it("may be damaged", async () => {
    const folder = tempFolder();
    {
      await using store = stores[name](folder);
      await store.append("s", 0, notices(1, 2));
    }
    truncateSync(journalPath(name, folder, "s"), 50);
    await using store = stores[name](folder);
    await store.remove("s");
    await expect(all(store.read("s"))).rejects.toMatchObject(gone);
  });

  it("is not written by a process that still has it open", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await using another = stores[name](folder);
    await store.append("s", 0, notices(1, 2));
    await another.remove("s");
    await expect(store.append("s", 2, [notice(3)])).rejects.toMatchObject(gone);
    await expect(all(store.read("s"))).rejects.toMatchObject(gone);
  });

  it("is there as a whole or not at all, wherever the removal is killed", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    const sessions = Array.from({ length: 40 }, (_, index) => `s${index}`);
    for (const session of sessions) await store.append(session, 0, notices(1, 50));
    await store.close();
    for (const removals of [1, 4]) {
      const child = startChild(
        new URL("./children/remove-all.ts", import.meta.url),
        [folder],
        childEnv(name),
      );
      await child.line(removals);
      child.process.kill("SIGKILL");
      await child.ended;
      const listed = (await store.list()).map(({ session }) => session);
      expect(listed.length).toBeLessThanOrEqual(sessions.length - removals);
      for (const session of sessions) {
        const found = await all(store.read(session)).then(
          (entries) => `${entries.length} entries`,
          (error: unknown) => (SkeinError.is(error) ? error.code : String(error)),
        );
        expect(found).toBe(listed.includes(session) ? "50 entries" : "not-found");
      }
      await store.close();
    }
    const left = readdirSync(join(folder, ".removed"), { withFileTypes: true });
    expect(left.filter((entry) => entry.isDirectory())).toEqual([]);
  });
});
