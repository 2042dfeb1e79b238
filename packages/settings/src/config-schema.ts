import { configSections, sectionKeys, type SectionKey } from "./sections.ts";
import { settingFields, settingNames } from "./fields/settings-table.ts";
import type { SettingField } from "./fields/setting-field.ts";
import type { JsonSchema } from "@skein/protocol";

/** `config.yaml`, made of the tables that read it. What fits can be read; text for numbers is read too. */
export function configSchema(): JsonSchema {
  const settings = settingNames.map((name) => {
    const { key, schema, description, fallback, project } = settingFields[name];
    const about = {
      description: withLimit(description, project),
      ...(fallback === undefined ? {} : { default: fallback }),
    };
    return [key, { anyOf: [schema, { type: "null" }], ...about }] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(settings),
      ...Object.fromEntries(sectionKeys.map((key) => [key, sectionSchema(key)])),
    },
  };
}

function sectionSchema(key: SectionKey): JsonSchema {
  const { project, schema } = configSections[key];
  const { description, ...rest } = schema;
  return {
    description: withLimit(String(description), project),
    anyOf: [rest, { type: "null" }],
  };
}

function withLimit(description: string, project: SettingField<unknown>["project"]): string {
  return project === "never" ? `${description}. No project can set it` : description;
}
