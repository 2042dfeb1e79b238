import {
  efforts,
  type AgentEvent,
  type BackgroundJob,
  type JsonObject,
  effects,
  noticeLevels,
  jobEnders,
  answerScopes,
  soundStates,
  sessionNamers,
  purposes,
  contextCauses,
} from "@skein/protocol";
import { z } from "zod";
import {
  anyJson,
  assistantParts,
  contentParts,
  failureKind,
  messageSource,
  stopReason,
  usage,
} from "./messages.ts";
import { outcomeError, outcomeName } from "./outcomes.ts";

const optional = z.exactOptional;
const jsonObject = z.record(z.string(), anyJson) as z.ZodType<JsonObject, JsonObject>;
const effect = z.enum(effects);
const level = z.enum(noticeLevels);
const artifact = z.strictObject({
  path: z.string(),
  mediaType: z.string(),
  bytes: z.int().nonnegative(),
});
export const backgroundJob = z.strictObject({
  id: z.string().describe("Unique in the session"),
  command: z.string(),
  startedAt: z.number().nonnegative().describe("Milliseconds since the epoch"),
  kept: optional(z.literal(true)).describe("It goes on when the session is closed"),
  end: optional(
    z.strictObject({
      by: z.enum(jobEnders),
      exitCode: optional(z.int()),
      limit: optional(z.string()).describe("Limit of the sandbox that it reached, as a sentence"),
    }),
  ).describe("Absent while it runs"),
}) satisfies z.ZodType<BackgroundJob>;
const milliseconds = z.number().nonnegative();

const head = {
  session: z.string(),
  path: z
    .array(z.string())
    .readonly()
    .describe("Call ids down to the subagent that speaks; empty for the root"),
  seq: optional(z.int().positive().describe("Set when the event is also a journal entry")),
};

const question = z.discriminatedUnion("kind", [
  z.strictObject({
    id: z.string(),
    kind: z.literal("approval"),
    callId: z.string(),
    tool: z.string(),
    extension: z.string(),
    effect,
    input: anyJson,
    reason: z.string(),
    by: optional(
      z
        .string()
        .describe("What decided that it is asked: a permission rule, the mode, inspectors, a guarded path"),
    ),
    covers: optional(
      z
        .array(z.string())
        .readonly()
        .describe("Permission rules that an answer for always adds in this folder"),
    ),
    preview: optional(z.string().describe("What the call would change, as a diff with line numbers")),
  }),
  z.strictObject({
    id: z.string(),
    kind: z.literal("plan"),
    callId: z.string(),
    extension: z.string(),
    plan: z.string().describe("Markdown; an answer's input { plan } replaces it"),
    modes: z
      .array(z.string())
      .readonly()
      .describe("Permission modes to continue in; the first is the default"),
  }),
  z.strictObject({
    id: z.string(),
    kind: z.literal("clarification"),
    callId: z.string(),
    extension: z.string(),
    questions: z
      .array(
        z.strictObject({
          question: z.string(),
          options: optional(z.array(z.string()).readonly()),
          multiple: optional(z.boolean()),
        }),
      )
      .readonly()
      .describe("The reply is { answers }: for each a text, or with multiple a list of texts"),
    frontend: optional(
      z
        .strictObject({ tool: z.string(), input: anyJson })
        .describe("What they are about: a call that an app runs, which replies { result } or { error }"),
    ),
  }),
  z.strictObject({
    id: z.string(),
    kind: z.literal("elicitation"),
    extension: z.string(),
    message: z.string(),
    schema: jsonObject,
  }),
]);

const answer = z.union([
  z.strictObject({
    allow: z.enum(answerScopes),
    input: optional(anyJson),
    mode: optional(z.string().describe("Of a plan: the permission mode to continue in")),
  }),
  z.strictObject({ deny: z.string(), stop: optional(z.boolean()) }),
  z.strictObject({ reply: jsonObject.nullable() }),
]);

const extensionStatus = z.discriminatedUnion("state", [
  z.strictObject({ state: z.enum(soundStates) }),
  z.strictObject({ state: z.literal("degraded"), message: z.string() }),
]);

function event<Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) {
  return z.strictObject({ type: z.literal(type), ...head, ...fields });
}

/** A line of stream-json between `init` and `result`. */
export const agentEvent = z.discriminatedUnion("type", [
  event("run-start", { run: z.string(), input: contentParts }),
  event("settings", {
    provider: z.string(),
    model: z.string(),
    mode: z.string().describe("The permission mode"),
    effort: optional(z.enum(efforts)).describe("The reasoning effort; absent: the vendor's default"),
  }),
  event("name", { name: z.string(), by: z.enum(sessionNamers) }),
  event("user-message", { from: messageSource, content: contentParts }),
  event("turn-start", { turn: z.int().positive() }),
  event("turn-end", { turn: z.int().positive(), stop: stopReason, usage }),
  event("message", {
    role: z.literal("assistant"),
    content: assistantParts,
    stop: stopReason,
    provider: z.string(),
    model: z.string(),
  }),
  event("reply-cut-off", { content: assistantParts }),
  event("model-usage", {
    purpose: z.enum(purposes),
    provider: z.string(),
    model: z.string(),
    usage,
    costUsd: optional(z.number().nonnegative()),
    costIsEstimate: optional(z.literal(true)).describe("The cost is at most costUsd"),
  }),
  event("text-delta", { part: z.int().nonnegative(), delta: z.string() }),
  event("thinking-delta", { part: z.int().nonnegative(), delta: z.string() }),
  event("input-delta", { part: z.int().nonnegative(), delta: z.string(), tool: optional(z.string()) }),
  event("tool-start", {
    callId: z.string(),
    tool: z.string(),
    extension: z.string(),
    effect,
    input: anyJson,
  }),
  event("tool-progress", { callId: z.string(), text: z.string() }),
  event("tool-end", {
    callId: z.string(),
    tool: z.string(),
    content: contentParts,
    failure: optional(failureKind),
    structured: optional(anyJson),
    durationMs: milliseconds,
    artifacts: optional(z.array(artifact).readonly()),
    app: optional(z.object({ extension: z.string(), uri: z.string() }).readonly()),
  }),
  event("child", {
    child: z.string().describe("The session of the subagent"),
    callId: z.string(),
    background: optional(z.literal(true)),
  }),
  event("question", { question }),
  event("answered", { questionId: z.string(), answer, by: optional(z.string()) }),
  event("retry-wait", { ms: milliseconds, reason: z.string(), attempt: z.int().positive() }),
  event("reply-restarted", { attempt: z.int().positive(), reason: z.string() }),
  event("model-switched", { provider: z.string(), model: z.string(), reason: z.string() }),
  event("queued", {
    id: z.string(),
    steer: z.boolean(),
    content: optional(contentParts),
    child: optional(z.string().describe("The session of the subagent that it comes from")),
  }),
  event("steered", { id: z.string(), content: contentParts, from: optional(messageSource) }),
  event("rewound", { to: z.int().nonnegative() }),
  event("compacted", {
    cause: z.enum(contextCauses),
    hidden: z.int().nonnegative(),
    shortened: z.int().nonnegative(),
    before: z.int().nonnegative(),
    after: z.int().nonnegative(),
    notices: z.array(z.string()).readonly(),
    summary: optional(z.string().describe("What stands for the hidden messages")),
  }),
  event("cache-break", {
    reason: z.string(),
    cause: optional(z.literal("compaction")),
    tokens: optional(z.int().nonnegative()),
    costUsd: optional(z.number()),
  }),
  event("budget", {
    limit: z.string().describe("Which limit: session, agent (of one subagent), day or project"),
    spentUsd: optional(z.number()),
    limitUsd: optional(z.number()),
    tokens: z.int().nonnegative(),
    limitTokens: optional(z.number()),
    percent: z.int().nonnegative(),
    isEstimate: optional(z.literal(true)).describe("At most so much is spent"),
    isEnd: optional(z.literal(true)).describe("Told at the end of the run, whatever is used up"),
  }),
  event("extension-status", { extension: z.string(), status: extensionStatus }),
  event("jobs", { extension: z.string(), jobs: z.array(backgroundJob).readonly() }),
  event("notice", { level, text: z.string() }),
  event("outcome", {
    outcome: outcomeName,
    error: optional(outcomeError),
    turns: z.int().nonnegative(),
    usage,
    costUsd: optional(z.number().nonnegative()),
    costIsEstimate: optional(z.literal(true)).describe("The cost is at most costUsd"),
    durationMs: milliseconds,
  }),
]) satisfies z.ZodType<AgentEvent>;
