import { settingFields, sectionKeys, configSections, settingNames } from "@skein/settings";
import type { JsonSchema } from "@skein/protocol";

/** `config.yaml`, made of the tables that read it. What fits can be read; text for numbers is read too. */
export function configSchema(): JsonSchema {
  const settings = settingNames.map((name) => {
    const { key, schema, description, fallback } = settingFields[name];
    const about = { description, ...(fallback === undefined ? {} : { default: fallback }) };
    return [key, { anyOf: [schema, { type: "null" }], ...about }] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(settings),
      ...Object.fromEntries(sectionKeys.map((key) => [key, orNull(configSections[key].schema)])),
    },
  };
}

function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  return { description, anyOf: [schema, { type: "null" }] };
}
