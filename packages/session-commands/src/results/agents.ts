import type { NamedAgents, SkillsHere } from "@skein/host/agents";
import { verdicts, type JsonSchema } from "@skein/protocol";
import { z } from "zod";
import { anyJson, usage } from "@skein/session-transfer/schemas";
import { count, optional, texts, time } from "./fields.ts";

const problem = z.strictObject({
  path: z.string(),
  line: count,
  message: z.string(),
  level: z.enum(["error", "note"]),
});
export const problems = z.array(problem).readonly() satisfies z.ZodType<NamedAgents["problems"]>;

const agent = z.strictObject({
  name: z.string(),
  description: z.string(),
  path: z.string(),
  system: optional(z.string()),
  provider: optional(z.string()),
  model: optional(z.string()),
  temperature: optional(z.number()),
  maxTurns: optional(z.number()),
  maxTimeMs: optional(z.number()),
  extensions: optional(texts),
  tools: optional(texts),
  mode: optional(z.string()),
  rules: optional(z.array(z.strictObject({ tool: z.string(), verdict: z.enum(verdicts) })).readonly()),
  outputSchema: optional(z.record(z.string(), anyJson) as unknown as z.ZodType<JsonSchema, JsonSchema>),
  worktree: optional(z.boolean()),
  recipe: optional(z.unknown()),
});
export const agents = z.array(agent).readonly() satisfies z.ZodType<NamedAgents["agents"]>;

const skill = z.strictObject({
  name: z.string(),
  description: z.string(),
  path: z.string(),
  folder: z.string(),
  from: z.enum(["user", "project"]),
  isForUserOnly: z.boolean(),
  isForModelOnly: z.boolean(),
  allowedTools: optional(texts),
  hasPrograms: z.boolean(),
});
export const skillsHere = z.strictObject({
  skills: z.array(skill).readonly(),
  problems,
  untrusted: z.array(skill).readonly().describe("Skills with programs, left out of an untrusted project"),
}) satisfies z.ZodType<SkillsHere>;

/** A subagent whose run is on. */
export const subagentAtWork = z.strictObject({
  session: z.string(),
  label: z.string().describe("A few words unlike those of any other of the run. Foreign text"),
  depth: z.int().positive().describe("1 for one that the run itself has started"),
  isBackground: z.boolean().describe("Its call does not wait for it"),
  startedAt: time,
  turns: count,
  usage,
  running: z
    .array(z.strictObject({ tool: z.string(), input: anyJson }))
    .readonly()
    .describe("Calls that run now, the latest last"),
});
