import {
  type AssistantPart,
  type JsonValue,
  type TextPart,
  type Usage,
  type UserPart,
  failureKinds,
  stopReasons,
  messageSources,
} from "@skein/protocol";
import { z } from "zod";

// Each schema is said to fit the type of the protocol (`satisfies`), and tests read real output with it.

const optional = z.exactOptional;

/** Anything JSON can say. */
export const anyJson: z.ZodType<JsonValue, JsonValue> = z.json();

const sidecar = z.strictObject({ provider: z.string(), model: z.string(), data: anyJson });

const textPart = z.strictObject({
  type: z.literal("text"),
  text: z.string(),
  sidecar: optional(sidecar),
}) satisfies z.ZodType<TextPart>;

const imagePart = z.strictObject({
  type: z.literal("image"),
  mediaType: z.string(),
  data: z.string().describe("Base64"),
});

const filePart = z.strictObject({
  type: z.literal("file"),
  mediaType: z.string(),
  data: z.string().describe("Base64"),
  name: optional(z.string()),
});

const contentPart = z.discriminatedUnion("type", [
  textPart,
  imagePart,
  filePart,
]) satisfies z.ZodType<UserPart>;

export const contentParts = z.array(contentPart).readonly();

const callHead = { type: z.literal("tool-call"), id: z.string(), name: z.string() };

const assistantPart = z.union([
  textPart,
  z.strictObject({ type: z.literal("thinking"), text: z.string(), sidecar: optional(sidecar) }),
  z.strictObject({ ...callHead, input: anyJson, sidecar: optional(sidecar) }),
  z.strictObject({
    ...callHead,
    raw: z.string().describe("Its arguments as far as they came: they are not JSON, and it was not run"),
    problem: z.enum(["cut-off", "not-json"]),
    sidecar: optional(sidecar),
  }),
  z.strictObject({ type: z.literal("opaque"), sidecar }),
]) satisfies z.ZodType<AssistantPart>;

export const assistantParts = z.array(assistantPart).readonly();

export const failureKind = z.enum(failureKinds);

export const stopReason = z.enum(stopReasons);

const tokens = z.int().nonnegative();

/** Absent counters are unknown. */
export const usage = z.strictObject({
  input: optional(tokens),
  output: optional(tokens),
  cacheRead: optional(tokens),
  cacheWrite: optional(tokens),
  prompt: optional(tokens),
  reasoning: optional(tokens),
  reportedUsd: optional(z.number().nonnegative()).describe("US dollars that the provider says it charges"),
}) satisfies z.ZodType<Usage>;

/** Who a message of the user is from. */
export const messageSource = z.enum(messageSources);
