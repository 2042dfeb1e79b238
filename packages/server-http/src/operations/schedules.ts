import { userSchedules } from "@skein/host/schedules";
import { effectiveSettings, permissionRules, requireFolder } from "@skein/host/settings";
import type { Machine } from "@skein/host";
import { z } from "zod";
import { defineOperation, type Operation } from "./operation.ts";
import { done, folder, itIsDone, mode, optional, wholeNumber } from "./schemas.ts";

const schedule = z
  .looseObject({ id: z.string(), name: z.string(), cron: z.string() })
  .meta({ id: "Schedule" });
const slot = z.looseObject({ schedule: z.string(), state: z.string() }).meta({ id: "Slot" });
const named = z.strictObject({ name: z.string().min(1).max(200).describe("Name or id of the schedule") });

export const scheduleOperations: readonly Operation[] = [
  defineOperation({
    id: "listSchedules",
    method: "GET",
    path: "/schedules",
    tag: "schedules",
    role: "read",
    summary: "Schedules by name, and whether a daemon starts them",
    input: z.strictObject({}),
    output: z.strictObject({ schedules: z.array(schedule), hasDaemon: z.boolean() }),
    run: async (_, { machine }) =>
      withSchedules(machine, (schedules) => ({
        schedules: schedules.list().map((one) => ({ ...one })),
        hasDaemon: schedules.hasDaemon(),
      })),
  }),
  defineOperation({
    id: "addSchedule",
    method: "POST",
    path: "/schedules",
    tag: "schedules",
    role: "admin",
    summary: "Have a task done at set times; no one answers then, so the permission mode must not ask",
    input: z.strictObject({
      name: z.string().min(1).max(200),
      cron: z.string().max(200),
      tz: optional(z.string()),
      cwd: folder,
      text: z.string().min(1),
      mode,
      provider: optional(z.string()),
      model: optional(z.string()),
      maxCostUsd: optional(z.number().positive()),
      maxTokens: optional(z.int().positive()),
    }),
    output: schedule,
    async run({ text, ...input }, { machine }) {
      await requireFolder(input.cwd);
      const { sections } = await effectiveSettings(machine, input.cwd, { mode: input.mode });
      return withSchedules(machine, (schedules) => ({
        ...schedules.add({ ...input, work: { kind: "prompt", text }, rules: permissionRules(sections) }),
      }));
    },
  }),
  defineOperation({
    id: "changeSchedule",
    method: "POST",
    path: "/schedules/{name}",
    tag: "schedules",
    role: "admin",
    summary: "Pause, resume or remove a schedule, or have it done now",
    input: z.strictObject({ ...named.shape, change: z.enum(["pause", "resume", "remove", "run-now"]) }),
    output: done,
    run: async ({ name, change }, { machine }) =>
      withSchedules(machine, (schedules) => {
        if (change === "run-now") schedules.runNow(name);
        else schedules[change](name);
        return itIsDone;
      }),
  }),
  defineOperation({
    id: "showHistory",
    method: "GET",
    path: "/schedules/{name}/history",
    tag: "schedules",
    role: "read",
    summary: "What became of the slots of a schedule, the newest first",
    input: z.strictObject({ ...named.shape, limit: optional(wholeNumber) }),
    output: z.strictObject({ slots: z.array(slot) }),
    run: async ({ name, limit = 100 }, { machine }) =>
      withSchedules(machine, (schedules) => ({
        slots: schedules.history({ name, limit }).map((one) => ({ ...one })),
      })),
  }),
];

function withSchedules<Value>(
  machine: Machine,
  work: (schedules: ReturnType<typeof userSchedules>["schedules"]) => Value,
): Value {
  using user = userSchedules(machine);
  return work(user.schedules);
}
