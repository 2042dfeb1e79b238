import { lineAt } from "../source.ts";
import type { Problem, SourceFile, Workspace } from "../workspace.ts";

/** Names that have one definition, and the file that it is in. Another one is a copy, or has another meaning and needs its own name. */
const homes: Readonly<Record<string, string>> = {
  extractText: "packages/protocol/src/messages.ts",
  homeFolder: "packages/platform/src/user.ts",
  isInside: "packages/platform/src/folders/is-inside.ts",
  isMissing: "packages/platform/src/files/is-missing.ts",
  isMissingOrBlocked: "packages/platform/src/files/is-missing.ts",
  isProgram: "packages/platform/src/files/is-program.ts",
  listFolder: "packages/platform/src/folders/list-folder.ts",
  makeFolders: "packages/platform/src/folders/make-folders.ts",
  nearestWord: "packages/platform/src/words.ts",
  oneLine: "packages/protocol/src/shown/one-line.ts",
  systemClock: "packages/protocol/src/system-clock.ts",
};

/** Functions that several packages still have. The list only gets shorter. */
const copies: ReadonlySet<string> = new Set([
  "add",
  "broken",
  "bytesOf",
  "close",
  "collected",
  "count",
  "counted",
  "decoded",
  "entriesOf",
  "failed",
  "given",
  "number",
  "objectsIn",
  "section",
  "stopOf",
  "typeOf",
  "wireName",
  "word",
]);

/** Shorter functions are the same by chance. */
const fewestCharacters = 40;

interface Definition {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Functions: how it is written, white space aside. */
  readonly text?: string;
}

/** A concept is defined once: of two definitions, one is changed and the other is forgotten. */
export function oneDefinitionProblems({ members }: Workspace): Problem[] {
  const products = members.filter(({ kind }) => kind !== "examples");
  const definitions = products.map(({ src }) => src.flatMap(definitionsOf));
  return [...definitions.flat().flatMap(strayProblems), ...copyProblems(definitions)];
}

function strayProblems({ name, file, line }: Definition): Problem[] {
  const home = Object.hasOwn(homes, name) ? homes[name] : undefined;
  if (home === undefined || home === file) return [];
  const fix = "import it, or name what differs";
  return [{ file, line, what: `defines ${name}, which ${home} defines`, fix }];
}

/** Copies within a package are its own affair. */
function copyProblems(packages: readonly (readonly Definition[])[]): Problem[] {
  const first = new Map<string, Definition>();
  return packages.flatMap((definitions) => {
    const news = definitions.filter(
      ({ name, text = "" }) => text.length >= fewestCharacters && !copies.has(name),
    );
    const problems = news.flatMap(({ name, file, line, text }) => {
      const same = first.get(`${name} ${text}`);
      if (!same) return [];
      const fix = "move it to a package that both may import";
      return [{ file, line, what: `repeats ${name} of ${same.file}`, fix }];
    });
    for (const one of news)
      if (!first.has(`${one.name} ${one.text}`)) first.set(`${one.name} ${one.text}`, one);
    return problems;
  });
}

const definition = /^(?:export )?(?:(?:const|let|class) (\w+)|(?:async )?function\*? (\w+))/gm;

/** Of the top level, as the formatter writes them: they begin and end in the first column. */
function definitionsOf({ path, source }: SourceFile): readonly Definition[] {
  return [...source.code.matchAll(definition)].map(({ 1: value, 2: callable, index }) => {
    const head = { name: value ?? callable ?? "", file: path, line: lineAt(source.text, index) };
    if (callable === undefined) return head;
    const text = source.text.slice(index, source.code.indexOf("\n}", index));
    return { ...head, text: text.replace(/^export /, "").replaceAll(/\s+/g, " ") };
  });
}
