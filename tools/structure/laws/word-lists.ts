import { lineAt, type Literal, type Source } from "../source.ts";
import type { Problem, SourceFile, Workspace } from "../workspace.ts";

/** Files that repeat a list of words for a reason. */
const others: Readonly<Record<string, string>> = {
  "apps/cli/src/session/commands/import.ts": "its help names the formats before their readers are loaded",
  "apps/cli/src/session/commands/search.ts": "its help names the roles before the search is loaded",
  "packages/client/src/operations.ts": "is written from the schemas of the server",
  "packages/provider-anthropic/src/request/content.ts": "says what one vendor accepts",
  "packages/provider-openai/src/request/content.ts": "says what one vendor accepts",
  "packages/provider-definitions/src/request/effort-dialects.ts": "says what servers accept",
  "packages/provider-definitions/src/request/model-families.ts": "says what chat templates accept",
  "packages/provider-openai/src/catalog.ts": "says what one vendor accepts",
  "packages/provider-openai/src/request/effort.ts": "says what servers accept",
  "packages/recipes/src/tests/read/model.ts":
    "checks a script with places in the file, and may not import the player",
};

/** Fewer words are the same by chance, unless protocol has a name for them. */
const fewest = 4;

interface WordList {
  readonly file: string;
  readonly line: number;
  readonly words: readonly string[];
}

/** A set of words has one list, and everything else follows from it: of two lists nothing says that they agree. */
export function wordListProblems({ members }: Workspace): Problem[] {
  const files = members
    .filter(({ kind, name }) => kind !== "examples" && !["test-kit", "provider-conformance"].includes(name))
    .flatMap(({ src }) => src)
    .filter(({ path }) => !Object.hasOwn(others, path));
  const isNamed = ({ path }: SourceFile) => path.startsWith("packages/protocol/");
  const named = new Set(files.filter(isNamed).flatMap(listsOf).map(keyOf));
  const first = new Map<string, WordList>();
  return files
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
    .flatMap(listsOf)
    .flatMap((list) => {
      const key = keyOf(list);
      if (list.words.length < fewest && !named.has(key)) return [];
      const same = first.get(key);
      if (!same) first.set(key, list);
      if (!same) return [];
      return [
        {
          file: list.file,
          line: list.line,
          what: `repeats the words of ${same.file}: ${same.words.join(", ")}`,
          fix: "derive both from one constant",
        },
      ];
    });
}

const keyOf = ({ words }: WordList): string => words.toSorted().join(" ");

/** Literals in a row, with commas or as a union of types; at least three different words. */
function listsOf({ path, source }: SourceFile): readonly WordList[] {
  const rows: Literal[][] = [];
  for (const literal of source.literals) {
    if (literal.kind !== "string") continue;
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && isNext(source, last, literal)) row.push(literal);
    else rows.push([literal]);
  }
  return rows.flatMap((row) => {
    const words = [...new Set(row.map(({ value }) => value))];
    if (words.length < 3 || !words.every((word) => /^[\w./-]+$/.test(word))) return [];
    return [{ file: path, line: lineAt(source.text, row[0]!.start), words }];
  });
}

function isNext({ code }: Source, last: Literal, literal: Literal): boolean {
  return /^\s*[,|]\s*$/.test(code.slice(last.end, literal.start));
}
