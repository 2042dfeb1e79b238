import {
  defineExtension,
  definePrompt,
  defineResource,
  defineTool,
} from "../../../packages/extension-kit/src/index.ts";
import type { Extension, FilePart, ImagePart, JsonSchema } from "../../../packages/protocol/src/index.ts";
import { inputTools } from "./suite-input-tools.ts";
import { taskTools } from "./suite-task-tools.ts";

/** A red pixel, and silence. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const silence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
const image: ImagePart = { type: "image", mediaType: "image/png", data: pixel };
const note: FilePart = {
  type: "file",
  mediaType: "text/plain",
  data: Buffer.from("This is an embedded resource content.").toString("base64"),
  name: "embedded-resource",
};
const nothing: JsonSchema = { type: "object", properties: {} };
const shortly = () => new Promise((resolve) => setTimeout(resolve, 50));

/** What the suite's server scenarios ask a server for, by the names that they use. */
export function suiteExtension(): Extension {
  const extension = defineExtension({
    name: "conformance",
    instructions: "For the conformance suite.",
    tools: [
      answering("test_simple_text", () => "This is a simple text response for testing."),
      answering("test_image_content", () => [image]),
      answering("test_audio_content", () => [{ type: "file", mediaType: "audio/wav", data: silence }]),
      answering("test_embedded_resource", () => [note]),
      answering("test_multiple_content_types", () => [
        { type: "text", text: "Multiple content types test:" },
        image,
        note,
      ]),
      answering("test_error_handling", () => {
        throw new Error("This tool intentionally returns an error for testing");
      }),
      defineTool({
        name: "test_tool_with_logging",
        description: "Logs three times.",
        effect: "reads",
        input: nothing,
        async run(_, { log }) {
          log?.("info", "Tool execution started");
          await shortly();
          log?.("info", "Tool processing data");
          await shortly();
          log?.("info", "Tool execution completed");
          return "Logged.";
        },
      }),
      defineTool({
        name: "test_tool_with_progress",
        description: "Reports progress three times.",
        effect: "reads",
        input: nothing,
        async run(_, { progress }) {
          for (const part of ["0", "50", "100"]) {
            progress(`${part} of 100`);
            await shortly();
          }
          return "Done.";
        },
      }),
      answering("test_logging_tool", (_, { log }) => {
        log?.("info", "A message that no one has asked for.");
        return "Logged.";
      }),
      defineTool({
        name: "json_schema_2020_12_tool",
        description: "Tool with JSON Schema 2020-12 features",
        effect: "reads",
        input: broadSchema,
        run: () => "Valid.",
      }),
      defineTool({
        name: "test_custom_headers",
        description: "Its input is repeated in a header.",
        effect: "reads",
        input: {
          type: "object",
          properties: { region: { type: "string", "x-mcp-header": "Region" } },
          required: ["region"],
        },
        run: ({ region }) => ({ region: region ?? null }),
      }),
      ...inputTools(),
      ...taskTools(),
    ],
    prompts: [
      definePrompt({
        name: "test_simple_prompt",
        description: "Without arguments.",
        messages: () => "This is a simple prompt for testing.",
      }),
      definePrompt({
        name: "test_prompt_with_arguments",
        description: "For the suite.",
        arguments: {
          arg1: { complete: () => ["paris", "park", "party", "test"] },
          arg2: {},
        },
        messages: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
      }),
      definePrompt({
        name: "test_prompt_with_embedded_resource",
        description: "For the suite.",
        arguments: { resourceUri: {} },
        messages: ({ resourceUri }) => [
          { role: "user", content: [note, { type: "text", text: `Please process ${resourceUri}.` }] },
        ],
      }),
      definePrompt({
        name: "test_prompt_with_image",
        description: "For the suite.",
        messages: () => [
          { role: "user", content: [image, { type: "text", text: "Please analyze the image above." }] },
        ],
      }),
      definePrompt({
        name: "test_input_required_result_prompt",
        description: "For the suite.",
        async messages(_, { requests }) {
          const schema = {
            type: "object",
            properties: { context: { type: "string" } },
            required: ["context"],
          };
          const message = "What context should the prompt use?";
          const given = await requests?.elicit({ id: "user_context", message, schema });
          return `Use this context: ${JSON.stringify(given)}`;
        },
      }),
    ],
    resources: [
      defineResource({
        uri: "test://static-text",
        name: "Static text",
        mediaType: "text/plain",
        read: () => "This is the content of the static text resource.",
      }),
      defineResource({
        uri: "test://static-binary",
        name: "Static bytes",
        mediaType: "image/png",
        read: () => Buffer.from(pixel, "base64"),
      }),
      defineResource({
        uriTemplate: "test://template/{id}/data",
        name: "Data by id",
        mediaType: "application/json",
        read: ({ id = "" }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      }),
      defineResource({
        uri: "test://watched-resource",
        name: "Watched",
        mediaType: "text/plain",
        read: () => "It never changes.",
        watch: () => () => {},
      }),
    ],
  });
  return {
    ...extension,
    // No tool can do that: its errors are results.
    callTool: (name, input, context) =>
      name === "protocol_error_job"
        ? Promise.reject(new Error("The extension is broken."))
        : extension.callTool(name, input, context),
  };
}

function answering(name: string, run: Parameters<typeof defineTool>[0]["run"]) {
  return defineTool({ name, description: "For the suite.", effect: "reads", input: nothing, run });
}

const broadSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};
