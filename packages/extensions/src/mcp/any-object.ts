import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "@skein/protocol";

/** Takes any object as a result. What is in it is read leniently later: one bad part must not cost the whole. */
export const anyObject: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "skein",
    validate: (value) =>
      isJsonObject(value) ? { value } : { issues: [{ message: "the result is not an object" }] },
  },
};
