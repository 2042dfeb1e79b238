import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SessionError } from "@skein/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { storeError } from "../src/store-errors.ts";
import { all, notice } from "./entries.ts";
import { journalPath, storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const isLimited = spawnSync("sh", ["-c", "ulimit -f"], { encoding: "utf8" }).stdout?.trim() !== "unlimited";

describe("what the system says of a session's files", () => {
  const said = (fields: object) => storeError(Object.assign(new Error("the system's words"), fields), "s");
  const failedWrite = isLimited ? "too-large" : "full";

  it.each([
    [{ errcode: 13 }, "full"],
    [{ errcode: 778 }, failedWrite],
    [{ errcode: 1034 }, failedWrite],
    [{ errcode: 8 }, "read-only"],
    [{ errcode: 14 }, "read-only"],
    [{ errcode: 5 }, "locked"],
    [{ errcode: 6 }, "locked"],
    [{ errcode: 11 }, "damaged"],
    [{ errcode: 26 }, "damaged"],
    [{ errcode: 1 }, "damaged"],
    [{ code: "ENOSPC" }, "full"],
    [{ code: "EFBIG" }, "too-large"],
    [{ code: "EACCES" }, "read-only"],
    [{ code: "EROFS" }, "read-only"],
    [{ code: "ENOENT", syscall: "mkdir" }, "read-only"],
    [{ code: "EIO" }, "damaged"],
    [{ code: "ENOTDIR" }, "damaged"],
    [{ code: "EISDIR" }, "damaged"],
  ])("%j is told as %s, with a hint and its cause", (fields, code) => {
    const told = said(fields);
    expect(told).toMatchObject({
      name: "SessionError",
      code,
      message: expect.stringMatching(/session s\b/i) as string,
      hint: expect.stringMatching(/\w/) as string,
      cause: { message: "the system's words" },
    });
  });

  it.each([
    {},
    { code: "ENOENT", syscall: "open" },
    { code: "EEXIST", syscall: "mkdir" },
    { code: "EMFILE" },
  ])("%j stays what it is", (fields) => {
    const error = Object.assign(new Error("other"), fields);
    expect(storeError(error, "s")).toBe(error);
  });

  it("stays when it is told already, or is no error", () => {
    const told = Object.assign(new SessionError("locked", "words"), { code: "locked", errcode: 13 });
    expect(storeError(told, "s")).toBe(told);
    expect(storeError("words", "s")).toBe("words");
    expect(storeError(undefined, "s")).toBeUndefined();
  });
});

describe.each(storeNames)("files of %s that are not as they should be", (name) => {
  const damage = { name: "SessionError", code: "damaged" };

  it("are damage where a file stands in the folder's place", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "s"), "");
    await using store = stores[name](folder);
    await expect(store.append("s", 0, [notice(1)])).rejects.toMatchObject(damage);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject(damage);
    expect(await store.list()).toEqual([]);
  });

  it("are damage where a folder stands in the journal's place", async () => {
    const folder = tempFolder();
    mkdirSync(journalPath(name, folder, "s"), { recursive: true });
    await using store = stores[name](folder);
    await expect(all(store.read("s"))).rejects.toMatchObject(damage);
    await expect(store.append("s", 0, [notice(1)])).rejects.toMatchObject(damage);
    expect(await store.list()).toMatchObject([{ session: "s", damaged: expect.any(String) as string }]);
  });

  it.skipIf(process.platform === "win32")("are named by the system where it cannot follow them", async () => {
    const folder = tempFolder();
    const path = journalPath(name, folder, "s");
    mkdirSync(dirname(path));
    symlinkSync(path, path);
    await using store = stores[name](folder);
    await expect(all(store.read("s"))).rejects.toMatchObject({ code: "ELOOP" });
    await expect(store.lastSeq("s")).rejects.toMatchObject({ code: "ELOOP" });
  });
});

it("a blob of JSON Lines that cannot be read is damage, not one that is missing", async () => {
  const folder = tempFolder();
  await using store = stores.jsonl(folder);
  const hash = "0".repeat(64);
  mkdirSync(join(folder, "s", "blobs", hash), { recursive: true });
  await expect(store.blob("s", hash)).rejects.toMatchObject({ code: "damaged" });
  expect(await store.blob("s", "1".repeat(64))).toBeUndefined();
});

/** What a process may write to one file, in bytes. */
function limitFiles(bytes: number | "unlimited"): boolean {
  const limit = 'prlimit --fsize="$0": --pid "$1"';
  return spawnSync("sh", ["-c", limit, String(bytes), String(process.pid)]).status === 0;
}

describe.skipIf(isLimited).each(storeNames)("a process that may write small files only, with %s", (name) => {
  it("is told so, and keeps what it has", async ({ skip }) => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.append("s", 0, [notice(1)]);
    onTestFinished(() => void limitFiles("unlimited"));
    skip(!limitFiles(100_000), "limits cannot be set here");
    const tooLarge = { name: "SessionError", code: "too-large", cause: expect.any(Error) as Error };
    await expect(store.append("s", 1, [notice(2, "x".repeat(200_000))])).rejects.toMatchObject(tooLarge);
    await expect(store.putBlob("s", new Uint8Array(200_000))).rejects.toMatchObject(tooLarge);
    limitFiles("unlimited");
    const left = readdirSync(join(folder, "s"), { recursive: true }).map(String);
    expect(left.filter((file) => file.endsWith(".new"))).toEqual([]);
    expect(await all(store.read("s"))).toEqual([notice(1)]);
    await store.append("s", 1, [notice(2, "x".repeat(200_000))]);
    expect(await all(store.read("s"))).toHaveLength(2);
  });
});
