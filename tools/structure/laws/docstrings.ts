import ts from "typescript-5.9";
import type { Member, Problem, SourceFile, Workspace } from "../workspace.ts";

/** Packages whose exports people read in tooltips while they write providers and extensions. */
const documented: readonly string[] = ["protocol", "provider-kit", "provider-conformance", "extension-kit"];

/** Every exported name of these packages has a docstring, and so has every field and method of exported types. */
export function docstringProblems({ members }: Workspace): Problem[] {
  return members
    .filter(({ name, manifest }) => documented.includes(name) && manifest.private !== true)
    .flatMap(problemsOf);
}

function problemsOf(member: Member): Problem[] {
  const declarations = new Set(
    [...exportsOf(member).values()].flatMap((names) => [...names.values()].flat()),
  );
  return [...declarations].filter(isSeen).flatMap((declaration) =>
    partsOf(declaration)
      .filter(({ node }) => !hasDocstring(node))
      .map(({ node, name }) => {
        const file = node.getSourceFile();
        return {
          file: file.fileName,
          line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
          what: `${name} has no docstring`,
          fix: "say above it what its name does not: unit, default, errors, who calls it",
        };
      }),
  );
}

/** By the path of an entry in the manifest: the names that it exports, with their declarations in the package. */
export function exportsOf(member: Member): ReadonlyMap<string, Names> {
  const modules = new Map(member.src.map((file) => [file.path, parse(file)]));
  return new Map(entriesOf(member).map((entry) => [entry, exportedFrom(modules, entry)]));
}

function parse({ path, source }: SourceFile): ts.SourceFile {
  return ts.createSourceFile(path, source.text, ts.ScriptTarget.Latest, true);
}

function entriesOf({ folder, manifest }: Member): readonly string[] {
  return Object.values((manifest.exports ?? {}) as Readonly<Record<string, unknown>>)
    .filter((path) => typeof path === "string")
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replace(/^\./, folder));
}

type Declaration = ts.DeclarationStatement | ts.VariableStatement;

export type Names = ReadonlyMap<string, readonly Declaration[]>;

/** The declarations in this package behind the names that a module exports. */
function exportedFrom(modules: ReadonlyMap<string, ts.SourceFile>, path: string): Names {
  const module = modules.get(path);
  const names = new Map<string, readonly Declaration[]>();
  for (const statement of module?.statements ?? []) {
    if (!ts.isExportDeclaration(statement)) {
      if (!isExported(statement)) continue;
      for (const name of declaredNames(statement))
        names.set(name, [...(names.get(name) ?? []), statement as Declaration]);
      continue;
    }
    const source = statement.moduleSpecifier;
    const from =
      source && ts.isStringLiteral(source)
        ? exportedFrom(modules, join(path, source.text))
        : allNames(module);
    const clause = statement.exportClause;
    if (!clause) for (const [name, found] of from) names.set(name, found);
    else if (ts.isNamedExports(clause))
      for (const { name, propertyName } of clause.elements)
        names.set(name.text, from.get((propertyName ?? name).text) ?? []);
  }
  return names;
}

function allNames(module: ts.SourceFile | undefined): Names {
  const names = new Map<string, readonly Declaration[]>();
  for (const statement of module?.statements ?? [])
    for (const name of declaredNames(statement))
      names.set(name, [...(names.get(name) ?? []), statement as Declaration]);
  return names;
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function join(path: string, specifier: string): string {
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

/** Users see the overloads of a function, and not what implements them. */
function isSeen(declaration: Declaration, _: number, all: readonly Declaration[]): boolean {
  if (!ts.isFunctionDeclaration(declaration) || !declaration.body) return true;
  return !all.some(
    (other) =>
      ts.isFunctionDeclaration(other) &&
      !other.body &&
      other.name?.text === declaration.name?.text &&
      other.parent === declaration.parent,
  );
}

interface Part {
  readonly name: string;
  readonly node: ts.Node;
}

/** A declaration, and the fields and methods that users of it read or write. */
function partsOf(declaration: Declaration): readonly Part[] {
  const name = declaredNames(declaration).join(", ");
  return [
    { name, node: declaration },
    ...fieldsOf(declaration).map((field) => ({
      name: `${name}.${field.name?.getText() ?? "[key]"}`,
      node: field,
    })),
  ];
}

type Field = ts.TypeElement | ts.ClassElement;

function fieldsOf(node: ts.Node): readonly Field[] {
  if (ts.isInterfaceDeclaration(node)) return [...inherited(node), ...node.members.filter(isOwn)];
  if (ts.isClassDeclaration(node) || ts.isTypeLiteralNode(node)) return [...node.members].filter(isOwn);
  if (ts.isTypeAliasDeclaration(node) || ts.isParenthesizedTypeNode(node)) return fieldsOf(node.type);
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(fieldsOf);
  return [];
}

/** Fields from types of the same file that are not exported: users see them here alone. */
function inherited({ heritageClauses = [], parent }: ts.InterfaceDeclaration): readonly Field[] {
  const bases = heritageClauses.flatMap(({ types }) => types.map(({ expression }) => expression.getText()));
  return (parent as ts.SourceFile).statements
    .filter((statement) => ts.isInterfaceDeclaration(statement))
    .filter((statement) => bases.includes(statement.name.text) && !isExported(statement))
    .flatMap(fieldsOf);
}

/** Not what a field tells kinds apart by, whose value says all, and not what replaces a documented one. */
function isOwn(field: Field): boolean {
  if (ts.isConstructorDeclaration(field) || ts.isSemicolonClassElement(field)) return false;
  const hidden = [ts.SyntaxKind.OverrideKeyword, ts.SyntaxKind.PrivateKeyword];
  const modifiers = ts.canHaveModifiers(field) ? (ts.getModifiers(field) ?? []) : [];
  if (modifiers.some(({ kind }) => hidden.includes(kind))) return false;
  if (field.name && ts.isPrivateIdentifier(field.name)) return false;
  return !(
    ts.isPropertySignature(field) &&
    !field.questionToken &&
    field.type &&
    ts.isLiteralTypeNode(field.type) &&
    ts.isStringLiteral(field.type.literal)
  );
}

function hasDocstring(node: ts.Node): boolean {
  const text = node.getSourceFile().text;
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return comments.some(({ pos, end }) => /^\/\*\*[\s*]*[^\s*/]/.test(text.slice(pos, end)));
}
