import { isJsonObject, type JsonValue, type StandardIssue, type StandardSchema } from "@skein/protocol";
import { isItem, itemStates, listText, mostListBytes, type TodoItem } from "./items.ts";

const schema = {
  type: "object",
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: { text: { type: "string" }, state: { enum: [...itemStates] } },
        required: ["text", "state"],
        additionalProperties: false,
      },
    },
  },
  required: ["items"],
  additionalProperties: false,
};

/** The JSON Schema is data and the validation is small: nothing is loaded for either. */
export const listInput: StandardSchema<{ readonly items: readonly TodoItem[] }> = {
  "~standard": {
    version: 1,
    vendor: "skein",
    validate(value) {
      const given = value as JsonValue;
      const items = isJsonObject(given) ? given["items"] : undefined;
      if (!Array.isArray(items)) return { issues: [{ path: ["items"], message: "expected array" }] };
      const issues = items.flatMap((item, index): StandardIssue[] =>
        isItem(item)
          ? []
          : [{ path: ["items", index], message: `expected { text, state: ${itemStates.join(" | ")} }` }],
      );
      if (issues.length > 0) return { issues };
      const list = items as readonly TodoItem[];
      const bytes = Buffer.byteLength(listText(list));
      if (bytes <= mostListBytes) return { value: { items: list } };
      const message = `${bytes} bytes together; at most ${mostListBytes}. Shorten the texts, or drop what is done`;
      return { issues: [{ path: ["items"], message }] };
    },
    jsonSchema: { input: () => schema },
  },
};
