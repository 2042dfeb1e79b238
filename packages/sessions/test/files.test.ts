import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sqliteJournal } from "../src/index.ts";
import { startCommand } from "./children/start-child.ts";
import { all, notice, notices } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

describe("the files of a session", () => {
  it.skipIf(process.platform === "win32").each(["000", "022", "777"])(
    "belong to their owner alone, with umask %s",
    async (umask) => {
      const folder = join(tempFolder(), "sessions");
      const command = `umask ${umask}; exec "$0" "$@"`;
      const child = startCommand("sh", [
        "-c",
        command,
        process.execPath,
        fileURLToPath(new URL("./children/append-once.ts", import.meta.url)),
        folder,
        "s",
      ]);
      expect(await child.line(4)).toBe("read 1");

      const modeOf = (...names: string[]) => (statSync(join(folder, ...names)).mode & 0o777).toString(8);
      const modes = readdirSync(join(folder, "s")).map((name) => `${name} ${modeOf("s", name)}`);
      expect(modes.toSorted()).toEqual(["journal.db 600", "journal.db-shm 600", "journal.db-wal 600"]);
      expect([modeOf("s"), modeOf()]).toEqual(["700", "700"]);
    },
  );

  it("are one when the session is closed", async () => {
    const folder = tempFolder();
    const store = sqliteJournal(folder);
    await store.append("s", 0, notices(1, 3));
    await store.close();
    expect(readdirSync(join(folder, "s"))).toEqual(["journal.db"]);
  });

  it("are not made by reading", async () => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    expect(await all(store.read("s"))).toEqual([]);
    expect(await store.blob("s", "0")).toBeUndefined();
    expect(await store.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
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
