import {
  describeIssues,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type StandardSchema,
  type Tool,
} from "@skein/protocol";

export const finalOutputName = "final_output";

/** The tool through which the model submits its structured output. */
export function finalOutputTool(schema: StandardSchema, accept: (output: unknown) => void): Tool {
  const { $schema: _, ...outputSchema } = schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  const isObject = outputSchema["type"] === "object";
  // Vendors accept only objects as tool input.
  const inputSchema: JsonSchema = isObject
    ? outputSchema
    : {
        type: "object",
        properties: { result: outputSchema },
        required: ["result"],
        additionalProperties: false,
      };
  const resultOf = (input: JsonValue): JsonValue | undefined =>
    isObject ? input : (input as JsonObject)["result"];
  return {
    name: finalOutputName,
    description: "Submit the final result. Call it once, when all work is done.",
    inputSchema,
    effect: "reads",
    repeat: "safe",
    check(input) {
      if (!isJsonObject(input)) return { ok: false, issues: ["expected an object"] };
      const result = schema["~standard"].validate(resultOf(input));
      if (result instanceof Promise)
        return { ok: false, issues: ["the output schema must not be asynchronous"] };
      return result.issues
        ? { ok: false, issues: describeIssues(result.issues) }
        : { ok: true, value: result.value };
    },
    call(value) {
      accept(value);
      return Promise.resolve({ content: [{ type: "text", text: "Accepted." }] });
    },
  };
}
