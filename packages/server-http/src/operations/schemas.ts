import { answerScopes, permissionModeNames, questionKinds } from "@skein/protocol";
import { agentEvent } from "@skein/session-transfer/schemas";
import { roles } from "../access/index.ts";
import { z } from "zod";

export const optional = z.exactOptional;

/** Any JSON value. */
export const json = z.unknown();
export const done = z.strictObject({ done: z.literal(true) }).meta({ id: "Done" });
export const itIsDone = { done: true } as const;

export const sessionId = z
  .string()
  .regex(/^[\w.-]{1,128}$/)
  .describe("Id of the session");
export const inSession = z.strictObject({ session: sessionId });
export const folder = z.string().startsWith("/").max(4096).describe("Absolute path of the folder");
export const inFolder = z.strictObject({ cwd: folder });
/** Of a query, too. */
export const wholeNumber = z.coerce.number().int().nonnegative();
export const flag = z.stringbool().or(z.boolean());
export const mode = z.enum(permissionModeNames);
export const role = z.enum(roles);

const text = z.strictObject({ type: z.literal("text"), text: z.string() });
const image = z.strictObject({ type: z.literal("image"), mediaType: z.string(), data: z.base64() });
const file = z.strictObject({
  type: z.literal("file"),
  mediaType: z.string(),
  data: z.base64(),
  name: z.string(),
});
export const eventsInput = z.strictObject({
  session: sessionId,
  from: optional(z.union([z.literal("now"), wholeNumber])).describe("The last entry that was seen"),
  after: optional(z.string().max(200)).describe("The last id that was seen, as in Last-Event-ID"),
});

/** A message of the user. */
export const messageInput = z
  .union([
    z.string().min(1),
    z.strictObject({
      text: z.string(),
      attachments: z.array(z.discriminatedUnion("type", [image, file])).max(20),
    }),
    z.array(z.discriminatedUnion("type", [text, image, file])).min(1),
  ])
  .meta({
    id: "MessageInput",
    description:
      "Text, which may name files as @path; text with images and files; or parts, whose texts are sent as they are",
  });

export const recipeWord = z.string().min(1).max(100_000).describe("A name, a file or a link");

export const answer = z
  .union([
    z.strictObject({
      allow: z.enum(answerScopes),
      input: optional(json).describe("The input as the user has edited it"),
      mode: optional(mode).describe("Of a plan: the permission mode to continue in"),
    }),
    z.strictObject({ deny: z.string(), stop: optional(z.boolean()) }),
    z.strictObject({ reply: z.record(z.string(), json).nullable() }),
  ])
  .meta({ id: "Answer" });

export const question = z
  .looseObject({ id: z.string(), kind: z.enum(questionKinds) })
  .meta({ id: "Question", description: "The question event has all of its fields" });

export const entry = z
  .looseObject({
    v: z.number(),
    seq: z.int().positive(),
    at: z.number().describe("Milliseconds since the epoch"),
    run: z.string().nullable(),
    kind: z.string(),
  })
  .meta({ id: "Entry", description: "An entry of the session's journal" });

const event = (agentEvent as z.ZodType<object>).meta({ id: "AgentEvent" });

export const news = z
  .union([z.strictObject({ type: z.literal("entry"), entry }), event])
  .meta({ id: "SessionNews", description: "What is in the journal, and what happens" });

export const hello = z
  .strictObject({
    session: z.string(),
    resumed: z
      .enum(["exact", "from-seq"])
      .describe("from-seq: what streamed in is told again from its beginning; forget it"),
    isRunning: z.boolean(),
  })
  .meta({ id: "Hello", description: "The first that a reader of events is told" });

export const listedSession = z
  .looseObject({ id: z.string(), state: z.string().nullable() })
  .meta({ id: "ListedSession" });
