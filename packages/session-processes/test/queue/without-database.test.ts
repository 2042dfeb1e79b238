import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  clusterQueue,
  clusterRuns,
  continueAnswered,
  findRun,
  isOnCluster,
  queuedHost,
  readSessionLog,
  submitRun,
} from "../../src/queue/index.ts";
import { openSchedules } from "../../src/schedules/index.ts";

/** A machine whose settings name no database, with a session that has ended. */
async function alone() {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, { SKEIN_PROVIDER: "scripted" });
  const { host } = await hostWith(folder.path, [[text("One.")]]);
  const session = await host.open({ cwd: folder.path, session: "s", attended: false });
  await (
    await session.send("go")
  ).result;
  await session.close();
  return {
    cwd: folder.path,
    machine,
    host,
    async [Symbol.asyncDispose]() {
      await host.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("without a database, a machine is all there is", () => {
  it("no queue, no runs, and no session is elsewhere", async () => {
    await using at = await alone();
    expect(await clusterQueue(at.machine)).toBeUndefined();
    expect(await clusterRuns(at.machine)).toEqual([]);
    expect(await isOnCluster(at.machine, "s")).toBe(false);
  });

  it("an answer is not handed to workers", async () => {
    await using at = await alone();
    expect(await continueAnswered(at.machine, at.host.sessions, "s")).toEqual({
      resumed: "s",
      isSubmitted: false,
    });
  });

  it("a run is found by its session alone", async () => {
    await using at = await alone();
    const find = (word?: string) => findRun(at.machine, at.host.sessions, word, at.cwd);
    expect(await find("s")).toBe("s");
    expect(await find()).toBe("s");
    await expect(find("t")).rejects.toMatchObject({ code: "not-found" });
  });

  it("the last run is read from its journal", async () => {
    await using at = await alone();
    const told: string[] = [];
    const result = await readSessionLog({
      machine: at.machine,
      sessions: at.host.sessions,
      session: "s",
      follows: true,
      left: new AbortController().signal,
      begin: ({ session, model, tools }) => told.push(`${session} ${model} ${tools.length > 0}`),
      tell: ({ type }) => told.push(type),
      onWaiting: () => told.push("waiting"),
    });
    expect(result).toMatchObject({ outcome: "done", text: "One." });
    expect(told[0]).toBe("s m true");
    expect(told).toContain("outcome");
    expect(told).not.toContain("waiting");
  });

  it("what is for workers is refused", async () => {
    await using at = await alone();
    const refused = { name: "ConfigError" };
    await expect(submitRun(at.machine, { task: "go", cwd: at.cwd })).rejects.toMatchObject(refused);
    await expect(queuedHost(at.host, at.machine)).rejects.toMatchObject(refused);
    await expect(openSchedules(at.machine, { ofWorkers: true })).rejects.toMatchObject(refused);
  });
});
