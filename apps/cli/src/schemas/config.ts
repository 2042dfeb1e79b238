import { fields, settingNames } from "@skein/settings";
import type { JsonSchema } from "@skein/protocol";

/** `config.yaml`, made of the table that reads it. What fits can be read; text for numbers is read too. */
export function configSchema(): JsonSchema {
  const settings = settingNames.map((name) => {
    const { key, schema, description, fallback } = fields[name];
    const about = { description, ...(fallback === undefined ? {} : { default: fallback }) };
    return [key, { anyOf: [schema, { type: "null" }], ...about }] as const;
  });
  const text = { type: ["string", "null"], pattern: "\\S" };
  const provider = {
    type: "object",
    additionalProperties: false,
    properties: {
      baseUrl: { type: ["string", "null"], format: "uri", pattern: "^https?://[^@\\s]+$" },
      proxy: { ...text, description: "Address of an http or https proxy, or none" },
      ca: { ...text, description: "PEM file of authorities to trust besides the usual ones" },
      clientCert: { ...text, description: "PEM file with this client's certificate" },
      clientKey: { ...text, description: "PEM file with its key" },
      headers: {
        description: "Sent with every request; ${NAME} is a variable or a kept key",
        type: ["object", "null"],
        additionalProperties: { type: "string" },
      },
    },
  };
  const verdict = { enum: ["allow", "ask", "deny"] };
  const ruled = {
    type: "object",
    additionalProperties: false,
    required: ["verdict"],
    properties: { verdict, reason: { type: "string" } },
  };
  const atLeast = (minimum: number) => ({ type: "number", minimum });
  const model = {
    type: "object",
    additionalProperties: false,
    properties: {
      contextTokens: atLeast(1),
      outputTokens: atLeast(1),
      toolshim: { description: "It cannot call tools by itself", type: "boolean" },
      notes: { description: "What it needs to be told; the id may be a pattern with *", type: "string" },
      price: {
        description: "US dollars per million tokens",
        type: "object",
        additionalProperties: false,
        required: ["input", "output"],
        properties: { input: atLeast(0), output: atLeast(0), cacheRead: atLeast(0), cacheWrite: atLeast(0) },
      },
    },
  };
  const texts = { type: "object", additionalProperties: { type: "string" } };
  const extension = {
    type: "object",
    additionalProperties: false,
    oneOf: [{ required: ["command"] }, { required: ["url"] }],
    properties: {
      command: { type: "string", pattern: "\\S" },
      args: { type: "array", items: { type: "string" } },
      env: texts,
      cwd: { type: "string", pattern: "\\S" },
      url: { type: "string", pattern: "\\S" },
      headers: texts,
      enabled: { type: "boolean" },
      timeout: fields.maxTimeMs.schema,
    },
  };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      ...Object.fromEntries(settings),
      providers: {
        description: "By provider id. Counts only in your own config files",
        type: ["object", "null"],
        additionalProperties: provider,
      },
      permissions: {
        description: "By tool, extension or *: whether it may run",
        type: ["object", "null"],
        additionalProperties: { anyOf: [verdict, ruled] },
      },
      models: {
        description: "By model id: what you know of it. Counts only in your own config files",
        type: ["object", "null"],
        additionalProperties: model,
      },
      slash_commands: {
        description: "Recipes as commands of the chat, each by a name of its own",
        type: ["array", "null"],
        items: {
          type: "object",
          required: ["command", "recipe_path"],
          properties: {
            command: { type: "string", pattern: "^\\s*/?[\\w-]{1,48}\\s*$" },
            recipe_path: { type: "string", pattern: "\\S" },
          },
        },
      },
      extensions: {
        description:
          "MCP servers by name: a command or an address. ${NAME} in their texts is a variable or a kept key",
        type: ["object", "null"],
        propertyNames: { pattern: "^[A-Za-z0-9_-]{1,48}$" },
        additionalProperties: extension,
      },
    },
  };
}
