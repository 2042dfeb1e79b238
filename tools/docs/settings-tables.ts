import {
  configSections,
  sectionKeys,
  settingFields,
  settingNames,
} from "../../packages/settings/src/index.ts";

/** docs/settings.md with its tables as the code has them. The formatter aligns their columns. */
export function withSettingsTables(page: string): string {
  return withTable(withTable(page, "## Fields", fieldRows()), "## Maps and lists", sectionRows());
}

/** Cells of every row of a page's tables. */
export function cellsOf(page: string): readonly (readonly string[])[] {
  return page
    .split("\n")
    .filter((line) => /^\|(?! -)/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

type Row = readonly string[];

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

const code = (text: string | undefined): string => (text === undefined ? "" : `\`${text}\``);

/** Replaces the first table below a heading. */
function withTable(page: string, heading: string, [head = [], ...rows]: readonly Row[]): string {
  const from = page.indexOf("\n|", page.indexOf(`${heading}\n`)) + 1;
  const to = page.indexOf("\n\n", from);
  if (!page.includes(`${heading}\n`) || from === 0 || to === -1)
    throw new Error(`docs/settings.md has no table below "${heading}".`);
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${page.slice(0, from)}${lines.join("\n")}${page.slice(to)}`;
}
