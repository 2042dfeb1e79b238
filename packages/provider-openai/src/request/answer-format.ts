import type { JsonObject, ModelOptions } from "@skein/protocol";
import { isStrict } from "@skein/provider-kit";
import type { Target } from "../dialect.ts";
import { wireSchema } from "./schemas.ts";

/**
 * What the answer must fit, as both interfaces want it; `undefined` when nobody asked, or the endpoint refused it before.
 * Schemas that the vendor cannot hold a model to are sent as advice.
 */
export function answerFormat({ responseSchema }: ModelOptions, { conceded }: Target): JsonObject | undefined {
  if (responseSchema === undefined || conceded.has("answer-format")) return undefined;
  const schema = wireSchema(responseSchema, false);
  return { name: "answer", schema, strict: isStrict(schema) };
}
