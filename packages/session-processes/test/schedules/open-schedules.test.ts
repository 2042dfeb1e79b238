import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { openSchedules } from "../../src/schedules/index.ts";

const never = { cron: "0 0 1 1 *", mode: "plan" } as const;

it("opens the schedules of this machine, unless those of workers are wished", async () => {
  await using folder = await temporaryFolder();
  const machine = machineOf(folder.path);
  {
    await using schedules = await openSchedules(machine, {});
    expect(schedules.isOfWorkers).toBe(false);
    expect(schedules.hasDaemon()).toBe(false);
    expect(await schedules.list()).toEqual([]);
    const input = { ...never, cwd: folder.path, work: { kind: "prompt", text: "What is new?" } } as const;
    const { id } = await schedules.add({ ...input, name: "news" });
    const { id: gone } = await schedules.add({ ...input, name: "old" });
    await schedules.remove("old");
    expect((await schedules.list()).map(({ name }) => name)).toEqual(["news"]);
    expect(await schedules.names()).toEqual(
      new Map([
        [id, "news"],
        [gone, "old"],
      ]),
    );
    await schedules.pause("news");
  }
  await using schedules = await openSchedules(machine, { ofWorkers: false });
  expect(await schedules.get("news")).toHaveProperty("pausedAt");
  await schedules.resume("news");
  expect(await schedules.get("news")).toMatchObject({ name: "news", work: { text: "What is new?" } });
  expect((await schedules.get("news")).pausedAt).toBeUndefined();
  expect(await schedules.history({ limit: 5 })).toEqual([]);
  await expect(schedules.get("none")).rejects.toMatchObject({ name: "ConfigError" });
});
