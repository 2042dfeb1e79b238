import type { UserCommandEnd } from "@skein/runtime";
import { backgroundJob } from "@skein/session-transfer/schemas";
import { z } from "zod";
import { agents, problems, skillsHere, subagentAtWork } from "./agents.ts";
import { choices, count, entry, modelName, optional, orUndefined, texts, time } from "./fields.ts";
import { diff, hunk, rewound } from "./files.ts";
import { describedModel, listedSession, memoryPlace, permissions } from "./listed.ts";
import { cache, compaction, costs, sizes } from "./spending.ts";

function result<Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) {
  return z.strictObject({ kind: z.literal(kind), ...fields });
}

export const contextResult = result("context", { sizes });
export const compactedResult = result("compacted", { report: compaction });

export const modelsOffered = result("models", {
  current: modelName.describe("Who answers now"),
  provider: z.string().describe("Whose models these are"),
  models: z.array(describedModel).readonly().describe("Empty where it lists none"),
  others: texts.describe("Ids of other providers that are ready to be used"),
});

export const rewindPoint = z.strictObject({
  text: z.string().describe("How the message begins. Foreign text"),
  at: time,
  diff: optional(diff).describe("What its run has changed in files, where it has and that is known"),
});

export const goTo = result("go-to", {
  how: z
    .enum(["new", "fork", "resume"])
    .describe("new has nothing in it; fork begins as parent does; resume was there before"),
  session: z.string(),
  parent: optional(z.string()),
  name: optional(z.string()),
  model: optional(modelName).describe("Who answered there last"),
}).describe("The client changes to another session");

const sendMessage = result("send", {
  text: z.string(),
  when: z
    .enum(["now", "next"])
    .describe("next: when the model has answered; now: in the run that is on, before its next step"),
  recipe: optional(z.strictObject({ word: z.string(), leftOut: texts })).describe(
    "The recipe whose words they are, and what of it is not sent with them",
  ),
}).describe("The client sends it as a message of the user");

export const agentsListed = result("agents", {
  agents,
  problems,
  usable: texts.describe("Names of those that can be mentioned"),
  untrusted: texts.describe("Names of those that the project has, which is not trusted"),
});

const skillsListed = result("skills", skillsHere.shape);

const atWork = z.array(subagentAtWork).readonly();

const commandEnd = z.strictObject({
  how: z.union([
    z.strictObject({ code: z.int() }),
    z.strictObject({ signal: z.string() }),
    z.literal("interrupted"),
    z.strictObject({ notStarted: z.string() }),
  ]),
  output: z.string(),
  isCut: z.boolean(),
}) satisfies z.ZodType<UserCommandEnd>;

/** What each command can come to. Later versions can add kinds. */
export const commandResult = z.discriminatedUnion("kind", [
  result("unknown-command", {
    name: z.string(),
    guess: orUndefined(z.string()).describe("The command that may be meant"),
  }),
  result("must-wait", { name: z.string() }).describe("A run is on, and the command cannot be done beside it"),
  result("model", modelName.shape).describe("From the next request on"),
  modelsOffered,
  result("effort", { effort: z.string() }).describe("From the next request on"),
  result("efforts", {
    model: z.string(),
    current: z.string(),
    efforts: texts.describe("Words that the model takes, default among them; none, where it has no effort"),
  }),
  result("modes", { current: z.string(), modes: choices }),
  result("permissions", { listed: permissions, current: z.string(), modes: choices }),
  result("mode", { mode: z.string() }).describe("It holds for every later call"),
  result("output-styles", {
    current: orUndefined(z.string()).describe("Absent for Skein's own"),
    styles: choices,
  }),
  result("output-style", {
    name: orUndefined(z.string()).describe("Absent for Skein's own"),
  }).describe("It holds from the next message on"),
  result("costs", { costs }),
  result("diff", {
    diff: optional(diff).describe("Absent when no run has changed a file, or when it is unknown"),
    hunks: optional(z.array(hunk).readonly()),
  }),
  result("hunk-reverted", {
    reverted: hunk,
    hunks: z.array(hunk).readonly().describe("Those that the files still have"),
  }),
  contextResult,
  result("cache", { cache }),
  compactedResult,
  result("rewound", {
    by: z
      .enum(["undo", "redo", "rewind", "files"])
      .describe("files: a rewind that left the conversation as it is"),
    rewound,
    text: optional(z.string()).describe(
      "The message that was undone, as it was typed, so that the user can edit and send it again",
    ),
  }),
  result("rewind-points", {
    points: z
      .array(rewindPoint)
      .readonly()
      .describe("Messages to go back to, the last one first: rewind numbers them in this order, from 1"),
  }),
  goTo,
  result("go-on", {}).describe("The client resumes what the last run left open"),
  sendMessage,
  result("name", { name: orUndefined(z.string()), isChanged: z.boolean() }),
  result("sessions", {
    sessions: z.array(listedSession).readonly().describe("In the order in which resume numbers them, from 1"),
  }),
  result("recipes", {
    recipes: z.array(z.strictObject({ name: z.string(), title: orUndefined(z.string()) })).readonly(),
    notices: texts,
  }),
  result("declined", {}).describe("The user was asked for values and gave none"),
  agentsListed,
  skillsListed,
  result("subagents", { subagents: atWork }),
  result("subagent", {
    session: z.string(),
    label: z.string(),
    isAtWork: z.boolean(),
    entries: z.array(entry).readonly(),
  }).describe("What one has done so far"),
  result("cancelled", {
    label: z.string(),
    isEnding: z.boolean().describe("It was told to end; otherwise it had ended just before"),
  }),
  result("which-subagent", {
    argument: z.string(),
    found: count.describe("How many it may be"),
    subagents: atWork,
  }).describe("It is not clear which of those at work is meant"),
  result("jobs", {
    jobs: z.array(backgroundJob).readonly().describe("Those that have ended too"),
    ended: optional(z.strictObject({ id: z.string(), wasRunning: z.boolean() })).describe(
      "The one that the user has ended, and whether it was running",
    ),
  }),
  result("background", {
    session: z.string(),
    end: orUndefined(z.int()).describe("Its exit code, where it has ended"),
  }).describe("A session of its own, in a process that goes on without this one"),
  result("shell", { command: z.string(), end: commandEnd, durationMs: z.number() }).describe(
    "A command of the user has ended; its output was told as it came",
  ),
  result("remember-where", { text: z.string(), places: z.array(memoryPlace).readonly() }).describe(
    "remember runs again with SCOPE: TEXT for the place that is chosen",
  ),
  result("remembered", {
    file: z.string(),
    isOn: z.boolean().describe("Whether sessions with these settings read it"),
  }),
  result("tools", { tools: texts }),
]);
