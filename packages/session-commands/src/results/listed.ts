import type { MemoryPlace } from "@skein/host/memory";
import type { ListedPermissions } from "@skein/host/permissions";
import type { DescribedModel } from "@skein/host/providers";
import { efforts, outcomeNames, verdicts } from "@skein/protocol";
import type { ListedSession } from "@skein/sessions";
import { z } from "zod";
import { anyJson } from "@skein/session-transfer/schemas";
import { count, optional, orUndefined, texts, time } from "./fields.ts";

const parent = z.strictObject({ session: z.string(), seq: count });
const child = z.strictObject({ session: z.string(), callId: z.string() });
const text = orUndefined(z.string());

const summary = z.strictObject({
  id: text,
  name: text,
  cwd: text,
  parent: orUndefined(parent),
  child: orUndefined(child),
  worktree: orUndefined(
    z.strictObject({ name: z.string(), branch: z.string(), path: z.string(), from: z.string() }),
  ),
  recipe: text,
  recipeSource: orUndefined(
    z.strictObject({
      word: z.string(),
      cwd: z.string(),
      params: z.record(z.string(), z.string()),
      subRecipes: texts,
      hash: z.string(),
    }),
  ),
  startedAt: orUndefined(time),
  lastAt: orUndefined(time),
  firstText: text,
  turns: count,
  isRewound: z.boolean(),
  state: orUndefined(z.enum([...outcomeNames, "running", "interrupted"])),
  provider: text,
  model: text,
  effort: orUndefined(z.enum(efforts)),
  costUsd: z.number(),
  hasUnknownCost: z.boolean(),
});

export const listedSession = z.union([
  z.strictObject({ session: z.string(), summary }),
  z.strictObject({
    session: z.string(),
    damaged: z.string(),
    cwd: optional(z.string()),
    child: child.optional(),
    lastAt: optional(time),
  }),
]) satisfies z.ZodType<ListedSession>;

const rates = {
  input: z.number(),
  output: z.number(),
  cacheRead: optional(z.number()),
  cacheWrite: optional(z.number()),
};

export const describedModel = z.strictObject({
  id: z.string(),
  name: optional(z.string()),
  limits: z.strictObject({
    contextTokens: optional(z.number()),
    outputTokens: optional(z.number()),
    images: optional(z.boolean()),
    pdfs: optional(z.boolean()),
  }),
  price: optional(
    z.strictObject({
      ...rates,
      tiers: optional(z.array(z.strictObject({ ...rates, aboveInputTokens: z.number() })).readonly()),
    }),
  ).describe("US dollars per million tokens"),
}) satisfies z.ZodType<DescribedModel>;

export const permissions = z.strictObject({
  mode: z.string(),
  modeFrom: z.string(),
  rules: z
    .array(
      z.strictObject({
        decision: z.enum(verdicts),
        rule: z.string(),
        source: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    )
    .readonly(),
  remembered: z
    .array(z.strictObject({ tool: z.string(), input: anyJson, rules: texts, cwd: z.string().nullable() }))
    .readonly(),
}) satisfies z.ZodType<ListedPermissions>;

export const memoryPlace = z.strictObject({
  scope: z.enum(["user", "project"]),
  folder: z.string(),
}) satisfies z.ZodType<MemoryPlace>;
