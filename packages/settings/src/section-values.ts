import { isServiceUrl } from "./service-url.ts";
import { text, type ValueType } from "./values.ts";

export const anyText: ValueType<string> = {
  parse: (raw) => (typeof raw === "string" ? { value: raw } : { fix: "Give text." }),
  schema: { type: "string" },
};

export const someText: ValueType<string> = { ...text("text"), schema: { type: "string", pattern: "\\S" } };

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
