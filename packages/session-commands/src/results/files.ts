import type { Hunk, Rewound, SessionDiff } from "@skein/runtime";
import { z } from "zod";
import { contentParts } from "@skein/session-transfer/schemas";
import { count, optional, texts } from "./fields.ts";

export const hunk = z.strictObject({
  number: count,
  path: z.string(),
  line: count,
  added: count,
  removed: count,
  first: z.string(),
}) satisfies z.ZodType<Hunk>;

const changes = ["created", "rewritten", "removed"] as const;

export const diff = z.strictObject({
  run: z.string(),
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        change: z.enum(changes),
        text: optional(z.strictObject({ added: count, removed: count, patch: z.string() })),
        reason: optional(z.string()),
      }),
    )
    .readonly(),
}) satisfies z.ZodType<SessionDiff>;

const fileChange = z.strictObject({
  path: z.string(),
  type: z.enum(["file", "folder", "link"]),
  change: z.enum([...changes, "mode", "blocked"]),
  reason: optional(z.string()),
});

export const rewound = z.strictObject({
  to: count,
  folders: z
    .array(z.strictObject({ root: z.string(), changes: z.array(fileChange).readonly(), kept: texts }))
    .readonly(),
  said: optional(contentParts),
  unkept: z.array(z.strictObject({ path: z.string(), reason: z.string() })).readonly(),
}) satisfies z.ZodType<Rewound>;
