import {
  configSections,
  sectionKeys,
  settingFields,
  settingNames,
} from "../../packages/settings/src/index.ts";
import { code, withTable } from "./page-table.ts";
import type { Row } from "./page-table.ts";

/** docs/settings.md with its tables as the code has them. The formatter aligns their columns. */
export function withSettingsTables(page: string): string {
  return withTable(withTable(page, "## Fields", fieldRows()), "## Maps and lists", sectionRows());
}

function fieldRows(): readonly Row[] {
  const rows = settingNames.map((name): Row => {
    const { key, flag, variable, fallback, description, schema, project, subagents } = settingFields[name];
    const words = Array.isArray(schema["enum"]) ? (schema["enum"] as readonly unknown[]) : [];
    const choices = words.length === 0 ? "" : `: ${words.map((word) => code(String(word))).join(", ")}`;
    const value = Array.isArray(fallback) ? fallback.join(", ") : fallback?.toString();
    return [
      code(key),
      code(flag?.name),
      code(variable),
      code(value),
      project,
      subagents,
      `${description}${choices}`,
    ];
  });
  return [["name", "flag", "variable", "default", "project", "subagents", "what"], ...rows];
}

function sectionRows(): readonly Row[] {
  const rows = sectionKeys.map((key): Row => {
    const { project, subagents, schema } = configSections[key];
    return [code(key), project, subagents, String(schema["description"])];
  });
  return [["name", "project", "subagents", "what"], ...rows];
}
