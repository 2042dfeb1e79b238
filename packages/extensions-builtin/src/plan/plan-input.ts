import { isJsonObject, type JsonValue, type StandardSchema } from "@skein/protocol";

/** UTF-8 bytes of a plan: it stays in the context for the rest of the session. */
export const mostPlanBytes = 24_000;

const schema = {
  type: "object",
  properties: {
    plan: {
      type: "string",
      description: "Markdown: the goal, the steps with the files that change, and how the result is checked.",
    },
  },
  required: ["plan"],
  additionalProperties: false,
};

/** The validation is small: nothing is loaded for it. */
export const planInput: StandardSchema<{ readonly plan: string }> = {
  "~standard": {
    version: 1,
    vendor: "skein",
    validate(value) {
      const plan = planOf(value as JsonValue);
      if (plan === undefined)
        return { issues: [{ path: ["plan"], message: "expected text that is not empty" }] };
      const bytes = Buffer.byteLength(plan);
      if (bytes <= mostPlanBytes) return { value: { plan } };
      return {
        issues: [{ path: ["plan"], message: `${bytes} bytes; at most ${mostPlanBytes}. Shorten it` }],
      };
    },
    jsonSchema: { input: () => schema },
  },
};

/** The plan in an input, or in the state that is kept. */
export function planOf(value: JsonValue | undefined): string | undefined {
  const plan = value !== undefined && isJsonObject(value) ? value["plan"] : undefined;
  return typeof plan === "string" && plan.trim() !== "" ? plan : undefined;
}
