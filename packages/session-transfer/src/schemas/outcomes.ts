import { outcomeNames, type OutcomeError } from "@skein/protocol";
import { z } from "zod";
import { anyJson, assistantParts, contentParts, failureKind, messageSource, stopReason } from "./messages.ts";

const optional = z.exactOptional;

export const outcomeName = z.enum(outcomeNames);

export const outcomeError = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: optional(z.string()),
}) satisfies z.ZodType<OutcomeError>;

const counter = z.int().nonnegative().nullable().describe("Tokens; null: not known");

/** What holds commands back; `none`: nothing can on this machine; `off`: nothing, as the settings say. */
const tiersInForce = ["full", "bwrap", "none", "off"] as const;

export type TierInForce = (typeof tiersInForce)[number];

/** The first line of stream-json. */
export const init = z.strictObject({
  type: z.literal("init"),
  schema: z.literal(1),
  sessionId: z.string(),
  provider: z.string().describe("Who answers first"),
  model: z.string(),
  cwd: z.string(),
  mode: z.string(),
  readOnly: optional(z.literal(true)).describe("Only reads are allowed, whatever the mode"),
  restricted: optional(z.literal(true)).describe("Nothing of the project is used: no settings, hooks, hints"),
  sandbox: z
    .enum(tiersInForce)
    .describe("What holds commands back; none: nothing can here; off: nothing, as the settings say"),
  tools: z.array(z.string()),
});

/** The last line of stream-json, and all of json; also after a failure. */
export const result = z.strictObject({
  type: z.literal("result"),
  outcome: outcomeName,
  exitCode: z.int().min(0).max(255),
  sessionId: z.string().describe("Empty when nothing was started"),
  provider: z.string().nullable().describe("Who made the last whole reply; null: nothing was started"),
  model: z.string().nullable(),
  turns: z.int().nonnegative(),
  usage: z.strictObject({ input: counter, output: counter, cacheRead: counter, cacheWrite: counter }),
  costUsd: z.number().nonnegative().nullable().describe("US dollars; null: not known"),
  costIsEstimate: z
    .boolean()
    .describe("The cost is at most costUsd: something was not told, or a reply was cut"),
  durationMs: z.number().nonnegative(),
  text: z
    .string()
    .describe("Of the last reply that had text; cut off perhaps, where the outcome is not done"),
  deniedCalls: z
    .array(
      z.strictObject({
        session: z.string().describe("Of whoever made the call: a subagent's, perhaps"),
        callId: z.string(),
        tool: z.string(),
        input: anyJson,
        reason: z.string().describe("What the model was told"),
      }),
    )
    .describe("Calls that were not allowed to run, of the subagents too"),
  changedFiles: z
    .array(z.strictObject({ path: z.string(), change: z.enum(["created", "rewritten", "removed"]) }))
    .nullable()
    .describe("Files that were otherwise before the run; null: not known, without checkpoints for example"),
  messages: optional(
    z
      .array(
        z.discriminatedUnion("role", [
          z.strictObject({ role: z.literal("user"), from: messageSource, content: contentParts }),
          z.strictObject({
            role: z.literal("assistant"),
            content: assistantParts,
            stop: stopReason,
            provider: z.string(),
            model: z.string(),
          }),
          z.strictObject({
            role: z.literal("tool"),
            callId: z.string(),
            tool: z.string(),
            content: contentParts,
            failure: optional(failureKind),
          }),
        ]),
      )
      .describe("Of the run, without its subagents; where they were asked for"),
  ),
  output: optional(anyJson.describe("Set when the output schema of the run was met")),
  error: optional(outcomeError),
});
