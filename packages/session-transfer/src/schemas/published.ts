import type { JsonSchema } from "@skein/protocol";
import { z } from "zod";
import { agentEvent } from "./events.ts";
import { init, result } from "./outcomes.ts";
import { replayScript } from "./replay-script.ts";

/** A line of stream-json. */
export const streamLine = z.union([init, agentEvent, result]);

/** The lines of a run and scripts for the provider `replay`, as JSON Schema 2020-12. */
export function publishedSchemas(): Readonly<Record<string, JsonSchema>> {
  const read = (type: z.ZodType): JsonSchema => z.toJSONSchema(type, { io: "input" }) as JsonSchema;
  // Later versions may say more: readers must not refuse what they do not know.
  const written = (type: z.ZodType): JsonSchema =>
    z.toJSONSchema(type, {
      io: "input",
      override({ jsonSchema }) {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    }) as JsonSchema;
  return {
    "stream-json-line": written(streamLine),
    "stream-json-init": written(init),
    "stream-json-event": written(agentEvent),
    result: written(result),
    "replay-script": read(replayScript),
  };
}
