import { exportedNames, namesOf } from "../exported-names.ts";
import { lineAt } from "../source.ts";
import { isNode, type Node, statementsOf } from "../syntax.ts";
import type { Member, Problem, Workspace } from "../workspace.ts";

/** Packages whose exports people read in tooltips while they write providers and extensions. */
const documented: readonly string[] = ["protocol", "provider-kit", "provider-conformance", "extension-kit"];

/** Every exported name of these packages has a docstring, and so has every field and method of exported types. */
export function docstringProblems({ members }: Workspace): Problem[] {
  return members
    .filter(({ name, manifest }) => documented.includes(name) && manifest.private !== true)
    .flatMap(problemsOf);
}

function problemsOf(member: Member): Problem[] {
  const exported = Map.groupBy(
    exportedNames({ root: "", members: [member], loose: [], problems: [] }),
    ({ file }) => file,
  );
  return member.src.flatMap(({ path, source: { text } }) => {
    // A name that a list exports under another one is declared under its own.
    const names = new Set(exported.get(path)?.flatMap(({ name, declaration = "" }) => [name, declaration]));
    return declarationsIn(statementsOf(path, text))
      .filter(({ name }) => names.has(name))
      .flatMap((declaration) => [declaration, ...fieldsOf(declaration, declaration.name)])
      .filter(({ start }) => !hasDocstring(text, start))
      .map(({ name, start }) => ({
        file: path,
        line: lineAt(text, start),
        what: `${name} has no docstring`,
        fix: "say above it what its name does not: unit, default, errors, who calls it",
      }));
  });
}

/** Something that a docstring can be about. */
interface Part {
  readonly name: string;
  /** Where its docstring ends. */
  readonly start: number;
  readonly node: Node;
  /** Interfaces of the same file that are not exported, by name: users see their fields in those that extend them. */
  readonly bases: ReadonlyMap<string, Node>;
}

function declarationsIn(statements: readonly Node[]): readonly Part[] {
  const own = statements.filter(({ type }) => type === "TSInterfaceDeclaration");
  const bases = new Map(own.flatMap((node) => namesOf(node).map((name) => [name, node] as const)));
  const all = statements.flatMap((statement) => {
    const declared = statement["declaration"];
    const node = isNode(declared) ? declared : statement;
    return namesOf(node).map((name) => ({ name, start: statement.start, node, bases }));
  });
  // Users see the overloads of a function, and not what implements them.
  const overloaded = new Set(
    all.filter(({ node }) => node.type === "TSDeclareFunction").map(({ name }) => name),
  );
  return all.filter(({ name, node }) => node.type !== "FunctionDeclaration" || !overloaded.has(name));
}

function fieldsOf({ node, bases }: Part, owner: string): readonly Part[] {
  return membersOf(node, bases)
    .filter(isOwn)
    .map((member) => {
      const { key } = member;
      const name = isNode(key) ? String(key["name"] ?? key["value"]) : "[key]";
      return { name: `${owner}.${name}`, start: member.start, node: member, bases };
    });
}

function membersOf(node: Node, bases: Part["bases"]): readonly Node[] {
  const of = (field: string): readonly Node[] => [node[field]].flat().filter(isNode);
  switch (node.type) {
    case "TSInterfaceDeclaration": {
      const names = of("extends").flatMap(({ expression }) =>
        isNode(expression) ? String(expression["name"]) : [],
      );
      const inherited = names.flatMap((name) => bases.get(name) ?? []);
      return [...inherited, ...of("body")].flatMap((inner) => membersOf(inner, bases));
    }
    case "ClassDeclaration":
      return of("body").flatMap((inner) => membersOf(inner, bases));
    case "ClassBody":
    case "TSInterfaceBody":
      return of("body");
    case "TSTypeLiteral":
      return of("members");
    case "TSTypeAliasDeclaration":
    case "TSParenthesizedType":
      return of("typeAnnotation").flatMap((inner) => membersOf(inner, bases));
    case "TSUnionType":
    case "TSIntersectionType":
      return of("types").flatMap((inner) => membersOf(inner, bases));
    default:
      return [];
  }
}

/** Not what a field tells kinds apart by, whose value says all, and not what replaces a documented one. */
function isOwn(member: Node): boolean {
  const { key, typeAnnotation } = member;
  if (member["kind"] === "constructor" || member["override"] || member["accessibility"] === "private")
    return false;
  if (isNode(key) && key.type === "PrivateIdentifier") return false;
  const type = isNode(typeAnnotation) ? typeAnnotation["typeAnnotation"] : undefined;
  const literal = isNode(type) && type.type === "TSLiteralType" ? type["literal"] : undefined;
  return member["optional"] === true || !isNode(literal) || typeof literal["value"] !== "string";
}

/** Comments with slashes may come between a docstring and what it is about. */
function hasDocstring(text: string, start: number): boolean {
  let before = text.slice(0, start).trimEnd();
  for (let line = lastLine(before); line.trimStart().startsWith("//"); line = lastLine(before))
    before = before.slice(0, before.length - line.length).trimEnd();
  if (!before.endsWith("*/")) return false;
  return /^\/\*\*[\s*]*[^\s*/]/.test(before.slice(before.lastIndexOf("/**")));
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}
