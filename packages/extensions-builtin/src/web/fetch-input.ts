import { isJsonObject, type JsonValue, type StandardSchema } from "@skein/protocol";

const schema = {
  type: "object",
  properties: { url: { type: "string", description: "http or https" } },
  required: ["url"],
  additionalProperties: false,
};

/** The JSON Schema is data and the validation is small: nothing is loaded for either. */
export const fetchInput: StandardSchema<{ readonly url: string }> = {
  "~standard": {
    version: 1,
    vendor: "skein",
    validate(value) {
      const given = value as JsonValue;
      const url = isJsonObject(given) ? given["url"] : undefined;
      if (typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url))
        return { value: { url } };
      return {
        issues: [{ path: ["url"], message: "expected an address that begins with http:// or https://" }],
      };
    },
    jsonSchema: { input: () => schema },
  },
};
