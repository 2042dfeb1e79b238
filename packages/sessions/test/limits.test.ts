import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { sqliteJournal } from "../src/index.ts";
import { startChild, startCommand } from "./children/start-child.ts";
import { all, notice, notices } from "./entries.ts";
import { childEnv, storeNames, stores } from "./stores.ts";
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
const another = process.getuid?.() === 0 ? ["65534"] : [];
const appendOnce = new URL("./children/append-once.ts", import.meta.url);

describe.runIf(canBeAnother).each(storeNames)("a store of %s that cannot be written", (name) => {
  async function child(folder: string, session: string, expected: string): Promise<string[]> {
    const started = startChild(appendOnce, [folder, session, expected, ...another], childEnv(name));
    started.process.stdin?.end();
    await started.ended;
    return started.lines;
  }

  it.skipIf(process.platform !== "linux")("says read-only where no folder can be made", async () => {
    await using store = sqliteJournal("/proc/skein/sessions");
    await expect(store.append("s", 0, [])).rejects.toMatchObject({ code: "read-only" });
  });

  it("can be read and listed, and says read-only to the rest", async () => {
    const folder = tempFolder();
    const store = stores[name](folder);
    await store.append("s", 0, notices(1, 3));
    await store.close();
    const files = readdirSync(join(folder, "s")).map((file) => join(folder, "s", file));
    for (const file of files) chmodSync(file, 0o444);
    chmodSync(join(folder, "s"), 0o555);
    chmodSync(folder, 0o555);
    try {
      const refusals = ["append", "blob", "lease"].map((what) => `${what} SessionError read-only`);
      expect(await child(folder, "s", "3")).toEqual([...refusals, "read 3", 'list ["s"]']);
      expect((await child(folder, "new", "0")).slice(0, 4)).toEqual([...refusals, "read 0"]);
      expect(existsSync(join(folder, "new"))).toBe(false);
    } finally {
      chmodSync(folder, 0o755);
      chmodSync(join(folder, "s"), 0o755);
    }
  });
});

describe.runIf(process.platform === "linux").each(storeNames)("a file of %s that may not grow", (name) => {
  it("refuses an append whole, and keeps what it has", async () => {
    const folder = tempFolder();
    const child = startCommand(
      "bash",
      [
        "-c",
        'ulimit -f 200; exec "$0" "$@"',
        process.execPath,
        fileURLToPath(new URL("./children/append-until-full.ts", import.meta.url)),
        folder,
      ],
      childEnv(name),
    );
    await child.ended;
    const [, kept, code] = /^(\d+) kept, then (.*)$/.exec(child.lines.at(-1) ?? "") ?? [];
    expect(code).toBe("SessionError too-large");
    await using store = stores[name](folder);
    const entries = await all(store.read("s"));
    expect(entries.map(({ seq }) => seq)).toEqual(
      Array.from({ length: Number(kept) }, (_, index) => index + 1),
    );
    await store.append("s", entries.length, [notice(entries.length + 1, "x".repeat(50_000))]);
    expect(await all(store.read("s"))).toHaveLength(entries.length + 1);
  });
});

// Only root may mount a disk as small as this.
describe.each(storeNames)("a disk that is full under %s", (name) => {
  it("refuses an append whole, and the session goes on when there is space again", async ({ skip }) => {
    const disk = tempFolder();
    onTestFinished(() => void spawnSync("sh", ["-c", 'umount "$0"', disk]));
    const mounted = spawnSync("sh", ["-c", 'mount -t tmpfs -o size=1m tmpfs "$0"', disk]);
    skip(mounted.status !== 0, "no disk can be mounted here");
    const folder = join(disk, name);
    await using store = stores[name](folder);
    let last = 0;
    const two = () => [notice(last + 1, "x".repeat(20_000)), notice(last + 2, "y".repeat(20_000))];
    const fill = async (): Promise<never> => {
      await store.append("s", last, two());
      last += 2;
      return fill();
    };
    await expect(fill()).rejects.toMatchObject({ name: "SessionError", code: "full" });
    expect(await all(store.read("s"))).toHaveLength(last);
    await expect(store.putBlob("s", new Uint8Array(1_000_000))).rejects.toMatchObject({ code: "full" });
    await store.close();

    const roomy = join(tempFolder(), name);
    cpSync(folder, roomy, { recursive: true });
    rmSync(folder, { recursive: true });
    await using elsewhere = stores[name](roomy);
    await elsewhere.append("s", last, two());
    expect(await all(elsewhere.read("s"))).toHaveLength(last + 2);
  });
});
