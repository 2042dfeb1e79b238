import { providerErrorCodes } from "@skein/protocol";
import { z } from "zod";
import { anyJson, stopReason } from "./messages.ts";

const optional = z.exactOptional;
const count = z.number().nonnegative();

const call = z.strictObject({
  id: optional(z.string().describe("Default: made up")),
  name: z.string(),
  input: optional(anyJson.describe("Default: {}")),
});

const failure = z.strictObject({
  code: z.enum(providerErrorCodes),
  message: optional(z.string()),
  retryable: optional(z.boolean()),
  retryAfterMs: optional(count),
});

const reply = z.strictObject({
  thinking: optional(z.string()),
  text: optional(z.string()),
  calls: optional(z.array(call)),
  stop: optional(stopReason),
  usage: optional(
    z.strictObject({
      input: optional(count),
      output: optional(count),
      cacheRead: optional(count),
      cacheWrite: optional(count),
      reasoning: optional(count),
    }),
  ),
});

/** A script for the provider `replay`: what its model says, turn by turn. */
export const replayScript = z.strictObject({
  turns: z.array(z.union([reply, z.strictObject({ error: failure })])),
  deltaSize: optional(count.describe("Characters a delta")),
  delayMs: optional(count.describe("Milliseconds before each delta")),
});
