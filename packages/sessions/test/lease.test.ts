import { DatabaseSync } from "node:sqlite";
import { hostname } from "node:os";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { thisProcess } from "@skein/local-store";
import { describe, expect, it } from "vitest";
import { isGone } from "../src/lease-end.ts";
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
  it.each(["nobody", "a process that was killed"])(
    "goes to exactly one of those who ask at the same time, after %s",
    async (before) => {
      const folder = tempFolder();
      if (before !== "nobody") {
        const holder = await holdingChild(name, folder);
        holder.process.kill("SIGKILL");
        await holder.ended;
      }
      const children = Array.from({ length: 4 }, () =>
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
      hint: expect.stringMatching(/start another session, or fork this one \(--fork\)/) as string,
    });
  });

  it("is free as soon as its holder is killed", async () => {
    const folder = tempFolder();
    const child = await holdingChild(name, folder);
    child.process.kill("SIGKILL");
    await child.ended;
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it.runIf(hasProc)("stays with a living holder whose time is over by the clock", async () => {
    const folder = tempFolder();
    await holdingChild(name, folder);
    pretend(name, folder, { expires: 0, since: 0 });
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).rejects.toMatchObject({ code: "locked" });
  });

  it.runIf(hasProc)("is free when another process has the dead holder's number", async () => {
    const folder = tempFolder();
    await holdingChild(name, folder);
    pretend(name, folder, { started: "1" });
    await using store = stores[name](folder);
    await expect(store.lease("s", "me", 1000)).resolves.toBeDefined();
  });

  it.runIf(hasProc)("is free after the machine was started anew", async () => {
    const folder = tempFolder();
    await holdingChild(name, folder);
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
    await holdingChild(name, folder);
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
});
