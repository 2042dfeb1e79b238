import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteJournal } from "../src/index.ts";
import { startChild } from "./children/start-child.ts";
import { all, notice, notices } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

describe("a store without space", () => {
  it("refuses an append whole, keeps what it has, and goes on when there is space again", async () => {
    const folder = tempFolder();
    let last = 0;
    {
      await using store = sqliteJournal(folder, { maxBytes: 200_000 });
      const big = "x".repeat(20_000);
      const twoMore = () => store.append("s", last, [notice(last + 1, big), notice(last + 2)]);
      const fill = async (): Promise<never> => {
        await twoMore();
        last += 2;
        return fill();
      };
      const failure: unknown = await fill().catch((error: unknown) => error);
      expect(failure).toMatchObject({
        name: "SessionError",
        code: "full",
        hint: expect.any(String) as string,
      });
      expect(await all(store.read("s"))).toHaveLength(last);
      await store.append("s", last, [notice(++last, "small")]);
      await expect(store.putBlob("s", new Uint8Array(100_000))).rejects.toMatchObject({ code: "full" });
      await store.append("other", 0, [notice(1)]);
    }
    await using store = sqliteJournal(folder);
    await store.append("s", last, [notice(last + 1, "x".repeat(50_000))]);
    expect(await all(store.read("s"))).toHaveLength(last + 1);
  });
});

// Rights do not bind root, so the child runs as somebody else.
const canBeAnother = process.platform !== "win32";
const another = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

describe.runIf(canBeAnother)("a store that cannot be written", () => {
  async function child(folder: string, session: string, expected: string): Promise<string[]> {
    const started = startChild(
      new URL("./children/append-once.ts", import.meta.url),
      [folder, session, expected],
      another,
    );
    started.process.stdin?.end();
    await started.ended;
    return started.lines;
  }

  it("can be read and listed, and says read-only to the rest", async () => {
    const folder = tempFolder();
    const store = sqliteJournal(folder);
    await store.append("s", 0, notices(1, 3));
    await store.close();
    chmodSync(join(folder, "s", "journal.db"), 0o444);
    chmodSync(join(folder, "s"), 0o555);
    chmodSync(folder, 0o555);
    try {
      expect(await child(folder, "s", "3")).toEqual([
        "append SessionError read-only",
        "blob SessionError read-only",
        "lease SessionError read-only",
        "read 3",
        'list ["s"]',
      ]);
      expect((await child(folder, "new", "0")).slice(0, 4)).toEqual([
        "append SessionError read-only",
        "blob SessionError read-only",
        "lease SessionError read-only",
        "read 0",
      ]);
      expect(existsSync(join(folder, "new"))).toBe(false);
    } finally {
      chmodSync(folder, 0o755);
      chmodSync(join(folder, "s"), 0o755);
    }
  });
});
