import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { ownName, type Workspace } from "../structure/workspace.ts";
import { entriesOf, exportedNames, type ExportedName } from "../structure/exported-names.ts";
import { counted, type Figure, isForTests, type Place } from "./measure.ts";

/** What packages give to others: names that nothing uses, names passed on, and names with two meanings. */
export function surfaceFigures(workspace: Workspace): readonly Figure[] {
  const names = exportedNames(workspace);
  const own = [...new Map(names.map((one) => [`${one.owner} ${one.name}`, one])).values()];
  return [
    { name: "exported names", value: own.length, places: [] },
    counted("exported names that nothing uses", unused(workspace, names).map(placeOf), 0),
    counted(
      "names of other packages passed on",
      own.filter(({ declaration }) => !declaration).map(placeOf),
      0,
    ),
    counted("exported names with two shapes", twoShapes(own), 0),
  ];
}

const placeOf = ({ name, entry, file, line }: ExportedName): Place => ({
  file,
  line,
  what: `${name} (${entry})`,
});

/** Neither imported outside of the package, nor part of what a used name says, nor written in a page for users. */
function unused(workspace: Workspace, names: readonly ExportedName[]): readonly ExportedName[] {
  const pages = pageWords(workspace.root);
  const imported = importedNames(workspace);
  const isUsed = ({ name, owner, entry }: ExportedName) =>
    imported.has(`${entry} ${name}`) || pages.has(name) || imported.has(`@skein/${owner} *`);
  return [...Map.groupBy(names, ({ owner }) => owner).values()].flatMap((ofOwner) => {
    const keyOf = ({ file, line }: ExportedName) => `${file} ${line}`;
    const used = new Set(ofOwner.filter(isUsed).map(keyOf));
    // A type in a used declaration is read with it, and so on for what that one names.
    for (let before = -1; before !== used.size;) {
      before = used.size;
      const words = new Set(
        ofOwner
          .filter((one) => used.has(keyOf(one)))
          .flatMap(({ declaration = "" }) => declaration.match(/\w+/g) ?? []),
      );
      for (const one of ofOwner) if (words.has(one.name)) used.add(keyOf(one));
    }
    const left = ofOwner.filter((one) => !used.has(keyOf(one)));
    return [...new Map(left.map((one) => [one.name, one])).values()];
  });
}

/** `@skein/x name` for each name that a file imports from another package, in sources, tests, tools and examples. */
function importedNames({ members, loose }: Workspace): ReadonlySet<string> {
  const entryOfFile = new Map(members.flatMap(entriesOf).map(({ entry, file }) => [file, entry]));
  const files = [
    ...members.flatMap(({ name, src, test }) => [...src, ...test].map((file) => ({ owner: name, file }))),
    ...loose.flatMap(({ src }) => src.map((file) => ({ owner: "", file }))),
  ];
  return new Set(
    files.flatMap(({ owner, file: { path, source, imports } }) => {
      const statements = Map.groupBy(
        source.text.matchAll(namedImports),
        ({ groups }) => groups?.["from"] ?? "",
      );
      const times = Map.groupBy(imports, ({ specifier }) => specifier);
      return [...times].flatMap(([specifier, all]) => {
        const entry = entryOf(specifier, path, entryOfFile);
        if (entry === undefined || ownName(entry) === owner) return [];
        const lists = statements.get(specifier) ?? [];
        // What is loaded later or bound as a whole is used by any word of the file.
        const isListed = lists.length === all.length;
        const text = isListed ? lists.map(({ groups }) => groups?.["named"]).join() : source.code;
        return (text.match(/\w+/g) ?? []).map((name) => `${entry} ${name}`);
      });
    }),
  );
}

const namedImports = /(?:import|export)\s+(?:type\s+)?\{(?<named>[^}]*)\}\s+from\s+["'](?<from>[^"']+)["']/g;

/** @param entryOfFile - entries by their source: tools import the sources. */
function entryOf(from: string, path: string, entryOfFile: ReadonlyMap<string, string>): string | undefined {
  if (from.startsWith("@skein/")) return from;
  const file = join(path, "..", from);
  const source = /packages\/([^/]+)\/src\//.exec(file);
  return source ? (entryOfFile.get(file) ?? `@skein/${source[1]}`) : undefined;
}

/** Words in code of pages that users read. */
function pageWords(root: string): ReadonlySet<string> {
  const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "examples/**/*.md"], { cwd: root });
  const texts = pages
    .filter((page) => !page.includes("node_modules"))
    .map((page) => readFileSync(join(root, page), "utf8"));
  return new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
}

/** Generated from the schemas of the operations: the forms on the wire of the types with these names. */
const wireForms = "packages/client/src/operations.ts";

function twoShapes(names: readonly ExportedName[]): readonly Place[] {
  const declared = names.filter(
    ({ declaration, owner, file }) => declaration !== undefined && !isForTests(owner) && file !== wireForms,
  );
  return [...Map.groupBy(declared, ({ name }) => name).values()]
    .filter((same) => new Set(same.map(({ declaration = "" }) => declaration.replace(/\s+/g, " "))).size > 1)
    .map((same) => ({
      file: same[0]!.file,
      line: same[0]!.line,
      what: `${same[0]!.name}: ${same.map(({ owner }) => owner).join(", ")}`,
    }));
}
