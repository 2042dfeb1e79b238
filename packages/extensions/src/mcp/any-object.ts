import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "@skein/protocol";

/** Accepts any object as a result. Its content is read leniently later: one invalid part must not discard the rest. */
export const anyObject: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "skein",
    validate: (value) =>
      isJsonObject(value) ? { value } : { issues: [{ message: "the result is not an object" }] },
  },
};
