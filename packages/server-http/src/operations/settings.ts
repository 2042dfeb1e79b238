import {
  explainCommand,
  forgetRemembered,
  listPermissions,
  removeRule,
  saveRule,
} from "@skein/host/permissions";
import { changeSetting, listSettings, spendingHere } from "@skein/host/settings";
import { ConfigError, type JsonValue, verdicts } from "@skein/protocol";
import { z } from "zod";
import { defineOperation, type Operation } from "./operation.ts";
import { done, flag, folder, inFolder, itIsDone, json, mode, optional } from "./schemas.ts";

const verdict = z.enum(verdicts);

/** What the user has decided: settings, permission rules, budgets. */
export const settingOperations: readonly Operation[] = [
  defineOperation({
    id: "showSettings",
    method: "GET",
    path: "/settings",
    tag: "settings",
    role: "read",
    summary: "Settings that are in force in a folder, what they may be, and where each comes from",
    input: inFolder,
    output: z.strictObject({
      settings: z.array(
        z.looseObject({
          key: z.string(),
          description: z.string(),
          value: json,
          origin: z.string().nullable(),
        }),
      ),
      project: z.looseObject({ folder: z.string(), trust: z.string() }),
      warnings: z.array(z.string()),
    }),
    async run({ cwd }, { machine }) {
      const { settings, project, warnings } = await listSettings(machine, cwd);
      return {
        settings: settings.map((setting) => ({ ...setting })),
        project: { ...project },
        warnings: [...warnings],
      };
    },
  }),
  defineOperation({
    id: "changeSetting",
    method: "POST",
    path: "/settings",
    tag: "settings",
    role: "admin",
    afterRestart: "again",
    summary: "Write a setting into the user's own config file; with null it is removed there",
    input: z.strictObject({ key: z.string().min(1).max(200), value: json }),
    output: z.strictObject({ file: z.string(), overruledBy: z.string().nullable() }),
    run: ({ key, value }, { machine }) =>
      changeSetting(machine, key, value === null ? undefined : (value as JsonValue)),
  }),
  defineOperation({
    id: "listPermissions",
    method: "GET",
    path: "/permissions",
    tag: "settings",
    role: "read",
    summary: "Permission rules and remembered answers that count in a folder, and the permission mode",
    input: inFolder,
    output: z.looseObject({ mode: z.string(), rules: z.array(json), remembered: z.array(json) }),
    async run({ cwd }, { machine }) {
      const { rules, remembered, ...others } = await listPermissions(machine, cwd);
      return { ...others, rules: [...rules], remembered: [...remembered] };
    },
  }),
  defineOperation({
    id: "explainCommand",
    method: "GET",
    path: "/permissions/explain",
    tag: "settings",
    role: "read",
    summary: "What would be decided of a shell command, by which rule and why; runs nothing",
    input: z.strictObject({ cwd: folder, command: z.string().min(1).max(100_000), mode: optional(mode) }),
    output: z.looseObject({ decision: verdict, by: z.string() }),
    run: async ({ cwd, command, ...options }, { machine }) => ({
      ...(await explainCommand(machine, command, { cwd, ...options })),
    }),
  }),
  defineOperation({
    id: "changePermission",
    method: "POST",
    path: "/permissions",
    tag: "settings",
    role: "admin",
    afterRestart: "again",
    summary: "Add or remove a permission rule, or forget the remembered answers about a tool",
    input: z.strictObject({
      cwd: folder,
      change: z.enum(["add", "remove", "forget"]),
      rule: z
        .string()
        .min(1)
        .max(10_000)
        .describe("The rule; to forget, the tool as listPermissions names it"),
      decision: optional(verdict).describe("Of a rule that is added"),
      inProject: optional(flag).describe("Adds it to the project's config file, which must be trusted again"),
      of: optional(folder).describe("Forgets only what holds in this folder"),
    }),
    output: done,
    async run({ cwd, change, rule, decision, inProject, of }, { machine }) {
      if (change === "remove") await removeRule(machine, rule, cwd);
      else if (change === "forget") await forgetRemembered(machine, rule, of);
      else {
        if (decision === undefined) throw new ConfigError("usage", "decision: expected allow, ask or deny.");
        await saveRule(machine, rule, { decision, cwd, ...(inProject === undefined ? {} : { inProject }) });
      }
      return itIsDone;
    },
  }),
  defineOperation({
    id: "showSpending",
    method: "GET",
    path: "/spending",
    tag: "settings",
    role: "read",
    summary: "What was spent today and in the project of a folder, and how much may be",
    input: inFolder,
    output: z.looseObject({
      day: z.looseObject({ tokens: z.number() }),
      project: z.looseObject({ folder: z.string(), tokens: z.number() }),
    }),
    async run({ cwd }, { machine }) {
      const { day, project } = await spendingHere(machine, cwd);
      return { day: { ...day }, project: { ...project } };
    },
  }),
];
