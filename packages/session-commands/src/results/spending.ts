import type { CompactionReport } from "@skein/host/sessions";
import { purposes } from "@skein/protocol";
import type { ContextSizes } from "@skein/runtime/context";
import { cacheCauses, type CacheView, type Costs } from "@skein/sessions";
import { z } from "zod";
import { usage } from "@skein/session-transfer/schemas";
import { count, modelName, optional, orUndefined, texts, time } from "./fields.ts";

const cost = z.strictObject({
  requests: count,
  usage,
  costUsd: z.number(),
  isEstimate: optional(z.literal(true)).describe("The cost is at most costUsd"),
  hasUnknownCost: z.boolean(),
});

export const costs = cost.extend({
  models: z.array(cost.extend(modelName.shape)).readonly(),
  purposes: z.array(cost.extend({ purpose: z.enum(purposes) })).readonly(),
  inherited: cost,
}) satisfies z.ZodType<Costs>;

const cause = z.enum(cacheCauses);
const cachedUsage = usage.pick({ input: true, cacheRead: true, cacheWrite: true });
const share = orUndefined(z.number());

const cachedRequest = z.strictObject({
  seq: count,
  at: time,
  run: z.string().nullable(),
  ...modelName.shape,
  usage: cachedUsage,
  total: orUndefined(z.number()),
  expected: z.number(),
  repeated: z.number(),
  missed: z.number(),
  readShare: share,
  hitShare: share,
  misses: z.array(z.strictObject({ cause, seq: optional(count), reason: z.string() })).readonly(),
  missedUsd: optional(z.number()),
});

export const cache = z.strictObject({
  requests: z.array(cachedRequest).readonly(),
  usage: cachedUsage,
  readShare: share,
  missed: z.number(),
  missedUsd: optional(z.number()),
  savedUsd: optional(z.number()),
  causes: z
    .array(z.strictObject({ cause, requests: count, missed: z.number(), costUsd: optional(z.number()) }))
    .readonly(),
}) satisfies z.ZodType<CacheView>;

const section = z.strictObject({
  name: z.enum([
    "system",
    "hints",
    "tools",
    "dynamic context",
    "summary",
    "user",
    "assistant",
    "thinking",
    "tool calls",
    "tool output",
    "images",
  ]),
  tokens: z.number(),
  items: optional(z.array(z.strictObject({ name: z.string(), tokens: z.number() })).readonly()),
});

export const sizes = z.strictObject({
  used: z.number(),
  isMeasured: z.boolean(),
  window: orUndefined(z.number()),
  threshold: orUndefined(z.number()),
  sections: z.array(section).readonly(),
  biggest: z
    .array(z.strictObject({ seq: count, what: z.string(), tokens: z.number(), text: z.string() }))
    .readonly(),
  next: orUndefined(z.strictObject({ hides: count, shortens: count, after: z.number() })),
}) satisfies z.ZodType<ContextSizes>;

export const compaction = z.strictObject({
  changed: z.boolean(),
  notices: texts,
  hidden: count,
  shortened: count,
  requests: count,
  usage,
  bySomeModel: z.boolean(),
  costUsd: optional(z.number()),
  isEstimate: optional(z.literal(true)),
}) satisfies z.ZodType<CompactionReport>;
