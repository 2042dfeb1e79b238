import type { Entry, ModelName } from "@skein/protocol";
import { z } from "zod";

// Each schema is checked against the type of the values that it describes (`satisfies`).

export const optional = z.exactOptional;

/** A field that always has a value here, and that JSON leaves out when the value is undefined. */
export function orUndefined<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<z.output<Schema> | undefined, z.input<Schema> | undefined> {
  return z.optional(schema);
}

export const texts = z.array(z.string()).readonly();

/** Milliseconds since the epoch. */
export const time = z.number().describe("Milliseconds since the epoch");

export const count = z.int().nonnegative();

export const modelName = z.strictObject({
  provider: z.string(),
  model: z.string(),
}) satisfies z.ZodType<ModelName>;

/** An entry of a journal. What each kind has besides is described by the protocol. */
export const entry = z.looseObject({
  v: z.number(),
  seq: z.int().positive(),
  at: time,
  run: z.string().nullable(),
  kind: z.string(),
}) as unknown as z.ZodType<Entry, Entry>;

/** Names that the user can choose from, each with a sentence. */
export const choices = z.array(z.strictObject({ name: z.string(), description: z.string() })).readonly();
