import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { hostname } from "node:os";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { currentProcess, startOfProcess, type ProcessIdentity } from "@skein/platform/process";
import { describe, expect, it, onTestFinished } from "vitest";
import { isGone } from "../src/lease-end.ts";
import { lockedBy, type HeldLease } from "../src/lease.ts";
import { startChild } from "./children/start-child.ts";
import { childEnv, storeNames, stores, type StoreName } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const hasProc = existsSync("/proc/self/stat");

/** Changes what the session's files say about the holder, as if another one had written it. */
function pretend(name: StoreName, folder: string, changes: Readonly<Record<string, string | number>>): void {
  if (name === "jsonl") {
    const [file = ""] = readdirSync(join(folder, "s")).filter((one) => /^lease\.\d+\.json$/.test(one));
    const path = join(folder, "s", file);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...changes }));
    return;
  }
  const database = new DatabaseSync(join(folder, "s", "journal.db"));
  for (const [field, value] of Object.entries(changes)) {
    database.prepare(`UPDATE lease SET ${field === "pidSpace" ? "pid_space" : field} = ?`).run(value);
  }
  database.close();
}

/** A process that does nothing becomes the holder: cheaper than one that opens the store itself. */
async function pretendedHolder(name: StoreName, folder: string): Promise<ChildProcess> {
  await using store = stores[name](folder);
  await store.lease("s", "another", 60_000);
  const holder = spawn("sleep", ["600"], { stdio: "ignore" });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder, "spawn");
  const pid = holder.pid ?? Number.NaN;
  const started = startOfProcess(pid);
  pretend(name, folder, { pid, token: "another", ...(started && { started }) });
  return holder;
}

async function holdingChild(name: StoreName, folder: string) {
  const child = startChild(
    new URL("./children/take-lease.ts", import.meta.url),
    [folder, "s"],
    childEnv(name),
  );
  await child.line(1);
  child.process.stdin?.write("go\n");
  expect(await child.line(2)).toBe("won");
  return child;
}

describe.each(storeNames)("the right to write a session of %s, between processes", (name) => {
  it.each(["no process", "a process that was killed"])(
    "goes to exactly one of those who ask at the same time, after %s",
    async (before) => {
      const folder = tempFolder();
      if (before !== "no process") {
        const holder = await holdingChild(name, folder);
        holder.process.kill("SIGKILL");
        await holder.ended;
      }
      const children = Array.from({ length: 3 }, () =>
        startChild(new URL("./children/take-lease.ts", import.meta.url), [folder, "s"], childEnv(name)),
      );
      await Promise.all(children.map((child) => child.line(1)));
      for (const child of children) child.process.stdin?.write("go\n");
      const answers = await Promise.all(children.map((child) => child.line(2)));

      expect(answers.filter((answer) => answer === "won")).toHaveLength(1);
      const winner = children[answers.indexOf("won")]!.process.pid;
      const others = answers.filter((answer) => answer !== "won");
      for (const answer of others) expect(answer).toMatch(new RegExp(`^locked .*process ${winner} on `));
    },
  );

  it("names the holder and what can be done", async () => {
    const folder = tempFolder();
    const child = await holdingChild(name, folder);
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({
      code: "locked",
      message: expect.stringMatching(
        new RegExp(`process ${child.process.pid} on ${hostname()} since \\d{4}-\\d\\d-\\d\\dT`),
      ) as string,
      hint: expect.stringContaining("start another session, or fork this one.") as string,
      nextStep: { do: "fork-session", session: "s" },
    });
  });

  it("is free as soon as its holder is killed", async () => {
    const folder = tempFolder();
    const holder = await pretendedHolder(name, folder);
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({ code: "locked" });
    const ended = once(holder, "exit");
    holder.kill("SIGKILL");
    await ended;
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it.runIf(hasProc)("stays with a living holder whose time is over by the clock", async () => {
    const folder = tempFolder();
    await pretendedHolder(name, folder);
    pretend(name, folder, { expires: 0, since: 0 });
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({ code: "locked" });
  });

  it.runIf(hasProc)("is free when another process has the dead holder's number", async () => {
    const folder = tempFolder();
    await pretendedHolder(name, folder);
    pretend(name, folder, { started: "1" });
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it.runIf(hasProc)("is free after a reboot", async () => {
    const folder = tempFolder();
    await pretendedHolder(name, folder);
    pretend(name, folder, { boot: "an earlier one" });
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it.each([
    ["another host", { host: "elsewhere", boot: "other" }],
    ["another container", { pidSpace: "pid:[1]" }],
  ])("stays with %s until it expires", async (_, changes) => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.lease("s", "me", 60_000);
    pretend(name, folder, changes);
    await expect(store.lease("s", "you", 1000)).rejects.toMatchObject({ code: "locked" });
    pretend(name, folder, { expires: Date.now() - 1 });
    await expect(store.lease("s", "you", 1000)).resolves.toBeDefined();
  });

  it("is free when a holder that cannot be seen has not renewed since the clock was set back by a day", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.lease("s", "me", 30_000);
    const tomorrow = Date.now() + 86_400_000;
    const since = { since: tomorrow, renewed: tomorrow, expires: tomorrow + 30_000 };
    pretend(name, folder, { ...since, host: "elsewhere", boot: "other" });
    await expect(store.lease("s", "you", 1000)).resolves.toBeDefined();
  });

  it.runIf(hasProc)("stays with a living holder when the clock is set back by a day", async () => {
    const folder = tempFolder();
    await pretendedHolder(name, folder);
    const tomorrow = Date.now() + 86_400_000;
    pretend(name, folder, { since: tomorrow, renewed: tomorrow, expires: tomorrow + 60_000 });
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({ code: "locked" });
  });

  it("tells a holder that its right was taken", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    const mine = await store.lease("s", "me", 60_000);
    pretend(name, folder, { token: "another", pid: 4242, host: "elsewhere", boot: "other" });
    await expect(mine.renew()).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining("process 4242 on elsewhere") as string,
    });
    await mine.release();
    await expect(store.lease("s", "you", 1000)).rejects.toMatchObject({ code: "locked" });
  });
});

describe("a holder of the right to write", () => {
  const now = 1_000_000;
  const self: ProcessIdentity = {
    pid: process.pid,
    started: "77",
    host: "here",
    boot: "b",
    pidSpace: "pid:[1]",
  };
  const [soon, past] = [now + 1, now];
  const elsewhere = { host: "there", boot: "c", pidSpace: "pid:[2]" };

  it.each([
    ["another host, in time", { ...elsewhere, expires: soon }, false],
    ["another host, late", { ...elsewhere, expires: past }, true],
    ["another container, in time", { pidSpace: "pid:[2]", expires: soon }, false],
    ["another container, late", { pidSpace: "pid:[2]", expires: past }, true],
    [
      "another container of a host that tells no boot, in time",
      { pidSpace: "x", boot: null, expires: soon },
      false,
    ],
    [
      "another host that tells neither, in time",
      { host: "there", boot: null, started: null, expires: soon },
      false,
    ],
    [
      "another host of our numbering after a boot, in time",
      { host: "there", boot: "c", expires: soon },
      false,
    ],
    ["this host before its boot, in time", { boot: "earlier", expires: soon }, true],
    ["this host before its boot, late", { boot: "earlier", expires: past }, true],
    ["a number whose process started at another time", { started: "78", expires: soon }, true],
    ["this process without a start, in time", { started: null, expires: soon }, false],
    ["this process without a start, late", { started: null, expires: past }, true],
    [
      "an unused pid without a start time, before expiry",
      { started: null, pid: 2 ** 22 + 1, expires: soon },
      true,
    ],
  ])("on %s", (_, holder, gone) => {
    expect(isGone({ ...self, ...holder }, self, now)).toBe(gone);
  });

  it.each([
    [{ renewed: now, expires: now + 30 }, false],
    [{ renewed: now + 30, expires: now + 60 }, false],
    [{ renewed: now + 31, expires: now + 61 }, true],
    [{ renewed: now + 31, expires: now + 60 }, true],
    [{ renewed: null, expires: now + 1_000_000 }, false],
    [{ expires: now + 1_000_000 }, false],
  ])("that cannot be seen, %j, has been set back by the clock: %s", (term, gone) => {
    expect(isGone({ ...self, ...elsewhere, ...term }, self, now)).toBe(gone);
  });

  it.runIf(hasProc)("that can be seen keeps it while it lives, whatever the clock says", () => {
    const alive = currentProcess();
    expect(isGone({ ...alive, expires: past }, alive, now)).toBe(false);
    expect(isGone({ ...alive, started: "1", expires: soon }, alive, now)).toBe(true);
  });

  it.each([
    ["nothing", { boot: null, started: null, pidSpace: null }],
    ["no start times", { started: null }],
  ])("where the system tells %s, goes by number and time", (_, unknown) => {
    const here = { ...currentProcess(), ...unknown };
    expect(isGone({ ...here, expires: soon }, here, now)).toBe(false);
    expect(isGone({ ...here, expires: past }, here, now)).toBe(true);
    expect(isGone({ ...here, pid: 2 ** 22 + 1, expires: soon }, here, now)).toBe(true);
  });

  it("is named, with what can be done about it", () => {
    const held: HeldLease = { ...self, token: "t", owner: "o", since: 0, expires: soon, renewed: 0 };
    const own = {
      message: expect.stringContaining(`by this process (${self.pid}) on here since 1970-01-01T00`) as string,
    };
    expect(lockedBy("s", held, self)).toMatchObject({
      ...own,
      code: "locked",
      hint: expect.stringMatching(/other run.*fork/) as string,
    });
    for (const other of [{ pid: 5 }, { host: "there" }, { started: "1" }, { started: null }]) {
      const { pid, host } = { ...self, ...other };
      expect(lockedBy("s", { ...held, ...other }, self)).toMatchObject({
        code: "locked",
        message: expect.stringContaining(`by process ${pid} on ${host} since`) as string,
        hint: expect.stringMatching(/that process.*fork/) as string,
      });
    }
    expect(lockedBy("s", undefined, self)).toMatchObject({
      code: "locked",
      message: expect.stringContaining("was lost") as string,
      hint: expect.stringContaining("fork this one") as string,
      nextStep: { do: "fork-session", session: "s" },
    });
  });
});
