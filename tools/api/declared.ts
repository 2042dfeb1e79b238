import { posix } from "node:path";
import { childrenOf, isNode, statementsOf, type Node } from "../structure/syntax.ts";
import { namesOf } from "../structure/exported-names.ts";

/** A declaration of a file of types, without comments. */
interface Declaration {
  readonly text: string;
  /** Names of the types that it refers to. */
  readonly refersTo: readonly string[];
}

/** A name of another file. */
export interface Reference {
  /** The file, relative to the root, or the name of a package. */
  readonly from: string;
  readonly name: string;
}

/** What a file of types (`*.d.ts`) declares, imports and exports. */
export interface TypesFile {
  /** By name. A function with several signatures is one declaration. */
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imports: ReadonlyMap<string, Reference>;
  /** Exported name → where it comes from. `from` is this file for its own declarations. */
  readonly exports: ReadonlyMap<string, Reference>;
  /** Files whose exports are all passed on. */
  readonly passedOn: readonly string[];
}

/** Reads a file of types. @param path - relative to the root of the repository. */
export function readTypes(path: string, text: string): TypesFile {
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, Reference>();
  const exports = new Map<string, Reference>();
  const passedOn: string[] = [];
  const declare = (declared: Node, start: number, end: number): readonly string[] => {
    const names = namesOf(declared);
    const one = { text: withoutComments(text.slice(start, end)), refersTo: typesIn(declared) };
    for (const name of names) declarations.set(name, joined(declarations.get(name), one));
    return names;
  };
  for (const statement of statementsOf(path, text)) {
    const from = sourceOf(path, statement);
    if (statement.type === "ImportDeclaration") {
      for (const one of listOf(statement["specifiers"]))
        imports.set(nameOf(one["local"]), { from: from ?? "", name: importedName(one) });
    } else if (statement.type === "ExportAllDeclaration") passedOn.push(from ?? "");
    else if (statement.type === "ExportNamedDeclaration") {
      const declared = statement["declaration"];
      if (isNode(declared))
        for (const name of declare(declared, declared.start, declared.end))
          exports.set(name, { from: path, name });
      for (const one of listOf(statement["specifiers"])) {
        const local = nameOf(one["local"]);
        exports.set(
          nameOf(one["exported"]),
          from === undefined ? (imports.get(local) ?? { from: path, name: local }) : { from, name: local },
        );
      }
    } else declare(statement, statement.start, statement.end);
  }
  return { declarations, imports, exports, passedOn };
}

function joined(before: Declaration | undefined, one: Declaration): Declaration {
  return before
    ? { text: `${before.text}\n${one.text}`, refersTo: [...before.refersTo, ...one.refersTo] }
    : one;
}

/** Relative to the root for files of the package; as it is written for others. */
function sourceOf(path: string, statement: Node): string | undefined {
  if (!isNode(statement["source"])) return undefined;
  const specifier = String(statement["source"]["value"]);
  if (!specifier.startsWith(".")) return specifier;
  return posix.join(posix.dirname(path), specifier.replace(/(?:\.d)?\.[jt]sx?$/, ".d.ts"));
}

function importedName(specifier: Node): string {
  if (specifier.type === "ImportSpecifier") return nameOf(specifier["imported"]);
  return specifier.type === "ImportDefaultSpecifier" ? "default" : "*";
}

const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? node["value"]) : "");

/** Fields of nodes that name a type or a value whose type is meant. */
const referring: Readonly<Record<string, string>> = {
  TSTypeReference: "typeName",
  TSTypeQuery: "exprName",
  TSInterfaceHeritage: "expression",
  TSClassImplements: "expression",
  ClassDeclaration: "superClass",
};

function typesIn(node: Node): readonly string[] {
  const field = referring[node.type];
  const named = field === undefined ? undefined : firstName(node[field]);
  return [...(named === undefined ? [] : [named]), ...childrenOf(node).flatMap(typesIn)];
}

/** `a` of `a.b.c`. */
function firstName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "TSQualifiedName") return firstName(node["left"]);
  if (node.type === "MemberExpression") return firstName(node["object"]);
  return node.type === "Identifier" ? nameOf(node) : undefined;
}

/** Comments go, texts that look like some stay. */
function withoutComments(text: string): string {
  return text
    .replace(/("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[^]*?\*\/|\/\/.*/g, "$1")
    .replace(/^declare /gm, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}
