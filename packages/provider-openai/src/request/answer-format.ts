import type { JsonObject, ModelOptions } from "@skein/protocol";
import { isStrict } from "@skein/provider-kit";
import type { Target } from "../dialect.ts";
import { wireSchema } from "./schemas.ts";

/**
 * The response format, for both APIs; `undefined` when not requested, or when the endpoint rejected it
 * before. Schemas that the vendor cannot hold a model to are sent as advice.
 */
export function answerFormat({ responseSchema }: ModelOptions, { conceded }: Target): JsonObject | undefined {
  if (responseSchema === undefined || conceded.has("answer-format")) return undefined;
  const schema = wireSchema(responseSchema, false);
  return { name: "answer", schema, strict: isStrict(schema) };
}
