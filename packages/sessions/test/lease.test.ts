import { DatabaseSync } from "node:sqlite";
import { hostname } from "node:os";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isGone, thisProcess } from "../src/holder.ts";
import { sqliteJournal } from "../src/index.ts";
import { startChild } from "./children/start-child.ts";
import { tempFolder } from "./temp-folder.ts";

const hasProc = existsSync("/proc/self/stat");

/** Changes what the session's file says about the holder, as if another one had written it. */
function pretend(folder: string, changes: string): void {
  const database = new DatabaseSync(join(folder, "s", "journal.db"));
  database.exec(`UPDATE lease SET ${changes}`);
  database.close();
}

async function holdingChild(folder: string) {
  const child = startChild(new URL("./children/take-lease.ts", import.meta.url), [folder, "s"]);
  await child.line(1);
  child.process.stdin?.write("go\n");
  expect(await child.line(2)).toBe("won");
  return child;
}

describe("the right to write a session, between processes", () => {
  it("goes to exactly one of those who ask at the same time", async () => {
    const folder = tempFolder();
    const children = Array.from({ length: 6 }, () =>
      startChild(new URL("./children/take-lease.ts", import.meta.url), [folder, "s"]),
    );
    await Promise.all(children.map((child) => child.line(1)));
    for (const child of children) child.process.stdin?.write("go\n");
    const answers = await Promise.all(children.map((child) => child.line(2)));

    expect(answers.filter((answer) => answer === "won")).toHaveLength(1);
    const winner = children[answers.indexOf("won")]!.process.pid;
    const others = answers.filter((answer) => answer !== "won");
    for (const answer of others) expect(answer).toMatch(new RegExp(`^locked .*process ${winner} on `));
  });

  it("names the holder and what can be done", async () => {
    const folder = tempFolder();
    const child = await holdingChild(folder);
    await using store = sqliteJournal(folder);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({
      code: "locked",
      message: expect.stringMatching(
        new RegExp(`process ${child.process.pid} on ${hostname()} since \\d{4}-\\d\\d-\\d\\dT`),
      ) as string,
      hint: expect.stringContaining("start another session") as string,
    });
  });

  it("is free as soon as its holder is killed", async () => {
    const folder = tempFolder();
    const child = await holdingChild(folder);
    child.process.kill("SIGKILL");
    await child.ended;
    await using store = sqliteJournal(folder);
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it.runIf(hasProc)("stays with a living holder whose time is over by the clock", async () => {
    const folder = tempFolder();
    await holdingChild(folder);
    pretend(folder, "expires = 0, since = 0");
    await using store = sqliteJournal(folder);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({ code: "locked" });
  });

  it.runIf(hasProc)("is free when another process has the dead holder's number", async () => {
    const folder = tempFolder();
    await holdingChild(folder);
    pretend(folder, "started = '1'");
    await using store = sqliteJournal(folder);
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it.runIf(hasProc)("is free after the machine was started anew", async () => {
    const folder = tempFolder();
    await holdingChild(folder);
    pretend(folder, "boot = 'an earlier one'");
    await using store = sqliteJournal(folder);
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it.each([
    ["another host", "host = 'elsewhere', boot = 'other'"],
    ["another container", "pid_space = 'pid:[1]'"],
  ])("stays with %s until it expires", async (_, changes) => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    await store.lease("s", "me", 60_000);
    pretend(folder, changes);
    await expect(store.lease("s", "you", 1000)).rejects.toMatchObject({ code: "locked" });
    pretend(folder, `expires = ${Date.now() - 1}`);
    await expect(store.lease("s", "you", 1000)).resolves.toBeDefined();
  });

  it.each([
    ["nothing", { boot: null, started: null, pidSpace: null }],
    ["no start times", { started: null }],
  ])("where the system tells %s, goes by number and time", (_, unknown) => {
    const self = { ...thisProcess(), ...unknown };
    const now = Date.now();
    expect(isGone({ ...self, expires: now + 1000 }, self, now)).toBe(false);
    expect(isGone({ ...self, expires: now - 1 }, self, now)).toBe(true);
    expect(isGone({ ...self, pid: 2 ** 22 + 1, expires: now + 1000 }, self, now)).toBe(true);
  });

  it("tells a holder that its right was taken", async () => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    const mine = await store.lease("s", "me", 60_000);
    pretend(folder, "token = 'another', pid = 4242, host = 'elsewhere', boot = 'other'");
    await expect(mine.renew()).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining("process 4242 on elsewhere") as string,
    });
    await mine.release();
    await expect(store.lease("s", "you", 1000)).rejects.toMatchObject({ code: "locked" });
  });
});
