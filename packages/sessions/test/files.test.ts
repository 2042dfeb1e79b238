import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { jsonlJournal, sqliteJournal } from "../src/index.ts";
import { startCommand } from "./children/start-child.ts";
import { all, notice, notices } from "./entries.ts";
import { childEnv, storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

describe.skipIf(process.platform === "win32").each(storeNames)("the files of a session of %s", (name) => {
  it.each(["000", "777"])("belong to their owner alone, with umask %s", async (umask) => {
    const folder = join(tempFolder(), "sessions");
    const script = fileURLToPath(new URL("./children/append-once.ts", import.meta.url));
    const command = ["-c", `umask ${umask}; exec "$0" "$@"`, process.execPath, script, folder, "s"];
    const child = startCommand("sh", command, childEnv(name));
    expect(await child.line(4)).toBe("read 1");

    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const found = readdirSync(folder, { recursive: true, withFileTypes: true });
    const modes = found.map((entry) => {
      return `${entry.isDirectory() ? "folder" : "file"} ${modeOf(join(entry.parentPath, entry.name))}`;
    });
    expect(found.length).toBeGreaterThan(3);
    expect(modes.filter((mode) => mode !== "folder 700" && mode !== "file 600")).toEqual([]);
    expect(modeOf(folder)).toBe("700");
  });

  it("are not made by reading", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    expect(await all(store.read("s"))).toEqual([]);
    expect(await store.blob("s", "0")).toBeUndefined();
    expect(await store.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the files of a session", () => {
  it("are one when the session is closed", async () => {
    const folder = tempFolder();
    const store = sqliteJournal(folder);
    await store.append("s", 0, notices(1, 3));
    await store.close();
    expect(readdirSync(join(folder, "s"))).toEqual(["journal.db"]);
  });

  it("of JSON Lines are the journal, the blobs and the last lease", async () => {
    const folder = tempFolder();
    await using store = jsonlJournal(folder);
    const lease = await store.lease("s", "me", 1000);
    await store.append("s", 0, notices(1, 3));
    const hash = await store.putBlob("s", new Uint8Array([1]));
    await lease.release();
    const again = await store.lease("s", "me", 1000);
    await again.release();
    const names = readdirSync(join(folder, "s"), { recursive: true }).map(String);
    expect(names.toSorted()).toEqual(
      ["blobs", join("blobs", hash), "journal.jsonl", "lease.2.json"].toSorted(),
    );
    expect(statSync(join(folder, "s", "lease.2.json")).size).toBe(0);
  });

  it("stay usable however many sessions are open", async () => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    const sessions = Array.from({ length: 80 }, (_, index) => `s${index}`);
    for (const session of sessions) await store.append(session, 0, [notice(1)]);
    for (const session of sessions) await store.append(session, 1, [notice(2)]);
    for (const session of sessions) expect(await all(store.read(session))).toHaveLength(2);
    expect(await store.list()).toHaveLength(80);
  });
});
