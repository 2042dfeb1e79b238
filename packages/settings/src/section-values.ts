import { isServiceUrl } from "./service-url.ts";
import { text, type ValueType } from "./values.ts";

export const anyText: ValueType<string> = {
  parse: (raw) => (typeof raw === "string" ? { value: raw } : { fix: "Give text." }),
  schema: { type: "string" },
};

export const someText: ValueType<string> = { ...text("text"), schema: { type: "string", pattern: "\\S" } };

/** One or several sentences, or `off`. `on` is refused: it switches something on and says no rule. */
export const rulesInWords: ValueType<string | readonly string[]> = {
  parse: (raw) =>
    isSentence(raw) ||
    (Array.isArray(raw) && raw.length > 0 && raw.every((one) => isSentence(one) && one !== "off"))
      ? { value: raw }
      : {
          fix: 'Give your rules as a sentence or a list of them, "Never touch production." for example, or off.',
        },
  schema: {
    anyOf: [
      { type: "string", pattern: "\\S", not: { const: "on" } },
      {
        type: "array",
        minItems: 1,
        items: { type: "string", pattern: "\\S", not: { enum: ["on", "off"] } },
      },
    ],
  },
};

function isSentence(raw: unknown): raw is string {
  return typeof raw === "string" && raw.trim() !== "" && raw !== "on";
}

export const address: ValueType<string> = {
  parse: (raw) =>
    typeof raw === "string" && isServiceUrl(raw)
      ? { value: raw }
      : { fix: "Give an http or https address without a password." },
  schema: { type: "string", format: "uri", pattern: "^https?://[^@\\s]+$" },
};

export const variableName: ValueType<string> = {
  parse: (raw) =>
    typeof raw === "string" && /^[A-Za-z_][\w.-]*$/.test(raw)
      ? { value: raw }
      : { fix: "Give the name of a variable." },
  schema: { type: "string", pattern: "^[A-Za-z_][\\w.-]*$" },
};
