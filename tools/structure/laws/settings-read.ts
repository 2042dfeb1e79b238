import { lineAt } from "../source.ts";
import type { Problem, SourceFile, Workspace } from "../workspace.ts";

/** The tables of settings: an entry is a line of its own in the first level of an object. */
const tables = /^packages\/settings\/src\/(fields\/[\w-]+-fields|sections)\.ts$/;

/** Every setting has an effect: some code outside of its table reads it by its name. */
export function settingsReadProblems({ members }: Workspace): Problem[] {
  const files = members.filter(({ kind }) => kind !== "examples").flatMap(({ src }) => src);
  const readers = files.filter(({ path }) => !path.startsWith("packages/settings/"));
  return files
    .filter(({ path }) => tables.test(path))
    .flatMap((table) =>
      entriesOf(table)
        .filter(({ name }) => !readers.some((reader) => isReadIn(reader, name)))
        .map(({ name, start }) => ({
          file: table.path,
          line: lineAt(table.source.text, start),
          what: `has the setting ${name}, which no code reads`,
          fix: "read it where it takes effect, or remove it",
        })),
    );
}

interface Entry {
  readonly name: string;
  readonly start: number;
}

/** Those that say what a project may do, as every setting does. */
function entriesOf({ source }: SourceFile): readonly Entry[] {
  return [...source.code.matchAll(/^ {2}(\w+): \{\n(?: {4}.*\n)*? {4}project: /gm)].map(
    ({ index, 1: name = "" }) => ({ name, start: index }),
  );
}

/** As a member, in a pattern that takes an object apart, or as the key of a map or list. */
function isReadIn({ source: { text, code, literals } }: SourceFile, name: string): boolean {
  if (!text.includes(name)) return false;
  const pattern = `\\{[^{}]*(?<![.\\w$])${name}(?![\\w$])[^{}]*\\}\\s*(?:=(?![=>])|[:,)])`;
  return (
    new RegExp(`\\.${name}(?![\\w$])`).test(code) ||
    literals.some(({ kind, value }) => kind === "string" && value === name) ||
    new RegExp(pattern).test(code)
  );
}
