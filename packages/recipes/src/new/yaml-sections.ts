import type { JsonValue } from "@skein/protocol";
import { loadYaml } from "../later.ts";

/** A field of a recipe's file, with what a person should know who changes it. */
export interface YamlSection {
  /** Lines above it; without `#`. Double braces in them would be a template. */
  readonly comment?: readonly string[];
  readonly key?: string;
  readonly value?: JsonValue;
  /** It is an example: all of it is a comment. */
  readonly isExample?: boolean;
}

/** YAML with comments. Texts of several lines are blocks. */
export async function yamlOf(sections: readonly YamlSection[]): Promise<string> {
  const { stringify } = await loadYaml();
  const written = sections.map(({ comment = [], key, value, isExample = false }) => {
    const notes = comment.map((line) => `# ${line}`.trimEnd()).join("\n");
    const field =
      key === undefined ? "" : stringify({ [key]: value }, { lineWidth: 0, blockQuote: "literal" }).trimEnd();
    const shown = isExample ? field.replaceAll(/^/gm, "# ") : field;
    return [notes, shown].filter((text) => text !== "").join("\n");
  });
  return `${written.filter((text) => text !== "").join("\n\n")}\n`;
}
