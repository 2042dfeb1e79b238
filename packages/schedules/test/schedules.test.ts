import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ConfigError, SessionError } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createSchedules, sqliteSchedules, type ScheduleInput } from "../src/index.ts";
import { input, tempSchedules } from "./temp-store.ts";

const hour = 3_600_000;

describe("schedules", () => {
  it("are kept as they were added, with what was left out", () => {
    using temp = tempSchedules();
    const added = temp.schedules.add(input({ maxCostUsd: 0.5, rules: [{ tool: "shell", verdict: "deny" }] }));
    using again = sqliteSchedules(temp.path);
    const schedules = createSchedules({ store: again, clock: temp.clock });
    const kept = schedules.get("report");
    expect(kept).toEqual({ ...added, nextAt: temp.clock.now() + hour, isRunning: false });
    expect(kept).toMatchObject({
      overlap: "skip",
      catchUp: "one",
      jitterMs: 0,
      resume: true,
      maxCostUsd: 0.5,
    });
    expect(schedules.get(added.id).name).toBe("report");
  });

  it.each<[Partial<ScheduleInput>, RegExp]>([
    [{ name: "two words" }, /^name: "two words"/],
    [{ cron: "61 * * * *" }, /^cron: "61" is no minute/],
    [{ tz: "Nowhere" }, /^tz: /],
    [{ cwd: "here" }, /^cwd: /],
    [{ work: { kind: "prompt", text: " " } }, /^text: /],
    [{ work: { kind: "recipe", recipe: "r.yaml", params: {} } }, /^recipe: /],
    [{ maxCostUsd: -1 }, /^maxCostUsd: /],
    [{ limits: { maxTurns: Number.NaN } }, /^limits.maxTurns: /],
    [{ overlap: "both" as "skip" }, /^overlap: there is no "both"/],
    [{ mode: "smart_approve" }, /^mode: "smart_approve" asks a person/],
    [{ mode: "yolo" }, /^mode: there is no "yolo"/],
    [{ mode: "approve" }, /^mode: "approve" asks a person/],
    [{ rules: [{ tool: "shell", verdict: "ask" }] }, /^rules: the one for "shell" asks/],
  ])("refuse %j", (change, message) => {
    using temp = tempSchedules();
    expect(() => temp.schedules.add(input(change))).toThrow(message);
    expect(temp.schedules.list()).toEqual([]);
  });

  it("have names of their own, which are free again after them", () => {
    using temp = tempSchedules();
    const { schedules } = temp;
    schedules.add(input());
    expect(() => schedules.add(input())).toThrow(/there is a schedule "report" already/);
    schedules.runNow("report");
    schedules.remove("report");
    expect(schedules.list()).toEqual([]);
    expect(schedules.history({ name: "report" })).toMatchObject([
      { state: "missed", reason: "the schedule was removed" },
    ]);
    schedules.add(input());
    expect(() => schedules.get("other")).toThrow(ConfigError);
  });

  it("say what was missed while they were paused", () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    schedules.add(input());
    schedules.pause("report");
    expect(schedules.get("report")).not.toHaveProperty("nextAt");
    const from = clock.now();
    clock.set(from + 5.5 * hour);
    schedules.resume("report");
    expect(schedules.history()).toMatchObject([
      { planned: from + hour, through: from + 5 * hour, state: "missed", reason: "the schedule was paused" },
    ]);
    expect(schedules.get("report").nextAt).toBe(from + 6 * hour);
  });

  it("run now as often as they are told to, each time a slot of its own", () => {
    using temp = tempSchedules();
    temp.schedules.add(input());
    const slots = [temp.schedules.runNow("report"), temp.schedules.runNow("report")];
    expect(new Set(slots.map(({ planned }) => planned)).size).toBe(2);
  });

  it("know whether a daemon lives", () => {
    using temp = tempSchedules();
    expect(temp.schedules.hasDaemon()).toBe(false);
  });
});

describe("the file of schedules", () => {
  it("is its owner's alone, whatever the umask", () => {
    const before = process.umask(0);
    try {
      using temp = tempSchedules();
      temp.schedules.add(input());
      const folder = dirname(temp.path);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
      expect(modes.length).toBeGreaterThanOrEqual(2);
      expect(new Set(modes)).toEqual(new Set([0o600]));
    } finally {
      process.umask(before);
    }
  });

  it("is left as it is when it is not ours", () => {
    const folder = mkdtempSync(join(tmpdir(), "skein-schedules-"));
    try {
      for (const [name, text] of [
        ["empty", ""],
        ["text", "This is no database, and it is longer than a header of one would be.".repeat(3)],
      ] as const) {
        const path = join(folder, name);
        writeFileSync(path, text);
        expect(() => sqliteSchedules(path)).toThrow(SessionError);
        expect(statSync(path).size).toBe(text.length);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
