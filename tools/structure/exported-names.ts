import { posix } from "node:path";
import { lineAt } from "./source.ts";
import { isNode, type Node, statementsOf } from "./syntax.ts";
import type { Member, SourceFile, Workspace } from "./workspace.ts";

/** A name that a package gives to others. */
export interface ExportedName {
  readonly name: string;
  /** The package's folder under `packages/`. */
  readonly owner: string;
  /** `@skein/x/y` as importers write it. */
  readonly entry: string;
  /** Where it is declared, or where a name of another package is passed on. */
  readonly file: string;
  readonly line: number;
  /** The text of the declaration; `undefined` for a name of another package that is passed on. */
  readonly declaration?: string;
}

type Found = Omit<ExportedName, "owner" | "entry">;

/** What all entries of all packages export, with `export *` and lists followed to the declarations. */
export function exportedNames({ members }: Workspace): readonly ExportedName[] {
  return members
    .filter(({ kind }) => kind === "packages")
    .flatMap((member) => {
      const files = new Map(member.src.map((file) => [file.path, file]));
      return entriesOf(member).flatMap(({ entry, file }) =>
        exportsOfFile(file, files).map((found) => ({ ...found, owner: member.name, entry })),
      );
    });
}

/** The entries of a package as importers name them, with their files; not those for data. */
export function entriesOf({ name, folder, manifest }: Member): readonly { entry: string; file: string }[] {
  const all = typeof manifest.exports === "object" ? { ...manifest.exports } : {};
  return Object.entries(all).flatMap(([key, target]: readonly [string, unknown]) => {
    const source = typeof target === "string" ? target : sourceOf(target);
    if (source === undefined || !/\.tsx?$/.test(source)) return [];
    return [{ entry: posix.join("@skein", name, key), file: posix.join(folder, source) }];
  });
}

/** The first file of conditional exports. */
function sourceOf(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (typeof target !== "object" || target === null) return undefined;
  return Object.values(target).map(sourceOf).find(Boolean);
}

function exportsOfFile(path: string, files: ReadonlyMap<string, SourceFile>): readonly Found[] {
  const file = files.get(path);
  if (!file) return [];
  const { text } = file.source;
  const place = (start: number) => ({ file: path, line: lineAt(text, start) });
  return statementsOf(path, text).flatMap((statement): readonly Found[] => {
    const from = isNode(statement["source"]) ? String(statement["source"]["value"]) : undefined;
    const target = from?.startsWith(".") ? posix.join(posix.dirname(path), from) : undefined;
    if (statement.type === "ExportAllDeclaration") return target ? exportsOfFile(target, files) : [];
    if (statement.type !== "ExportNamedDeclaration") return [];
    const declared = statement["declaration"];
    if (isNode(declared))
      return namesOf(declared).map((name) => ({
        name,
        ...place(declared.start),
        declaration: text.slice(declared.start, declared.end),
      }));
    const known = new Map(target ? exportsOfFile(target, files).map((found) => [found.name, found]) : []);
    return specifiersOf(statement).flatMap(({ name, local, start }) => {
      if (from !== undefined && target === undefined) return [{ name, ...place(start) }];
      const found = known.get(local);
      return [found ? { ...found, name } : { name, ...place(start), declaration: local }];
    });
  });
}

function specifiersOf(statement: Node) {
  const specifiers = Array.isArray(statement["specifiers"]) ? statement["specifiers"].filter(isNode) : [];
  return specifiers.map(({ exported, local, start }) => ({
    name: nameOf(exported),
    local: nameOf(local),
    start,
  }));
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? node["value"]) : "");

/** The names that a declaration declares. */
export function namesOf(declared: Node): readonly string[] {
  if (isNode(declared["id"])) return [nameOf(declared["id"])];
  const variables = Array.isArray(declared["declarations"]) ? declared["declarations"].filter(isNode) : [];
  return variables.map(({ id }) => nameOf(id)).filter((name) => name !== "undefined");
}
