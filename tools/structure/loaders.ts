import { posix } from "node:path";
import { importsOf, lineAt, type FileImport, type Source, type SourceFile } from "./source.ts";
import { childrenOf, isNode, type Node, statementsOf } from "./syntax.ts";

/** The one file of a package that loads modules when they are needed: decision 0110. */
export const isLoaderFile = (path: string): boolean => /(?:^|\/)src\/later\.ts$/.test(path);

/** Every `import()` in a piece of code. */
export function lazyImportsIn(node: Node): readonly Node[] {
  const inner = childrenOf(node).flatMap(lazyImportsIn);
  return node.type === "ImportExpression" ? [node, ...inner] : inner;
}

/** A name that a loader file exports, and what using it may load. */
export interface Loader {
  readonly name: string;
  /** Modules, as the loader file names them. */
  readonly specifiers: readonly string[];
  /** The text of its `import()`, for a function that does nothing else. */
  readonly only?: string;
}

/** The loaders of a loader file. A table of loaders loads what they load. */
export function loadersOf(path: string, text: string): readonly Loader[] {
  const values = new Map(statementsOf(path, text).flatMap(exportedValues));
  const specifiersOf = (value: Node): readonly string[] => {
    const named = value.type === "Identifier" ? values.get(String(value["name"])) : undefined;
    const own =
      value.type === "ImportExpression" && isNode(value["source"]) ? [value["source"]["value"]] : [];
    const inner = [...childrenOf(value), ...(named ? [named] : [])].flatMap(specifiersOf);
    return [...own.filter((one) => typeof one === "string"), ...inner];
  };
  return [...values].map(([name, value]) => {
    const specifiers = [...new Set(specifiersOf(value))];
    const body = value["body"];
    return isNode(body) && body.type === "ImportExpression"
      ? { name, specifiers, only: text.slice(body.start, body.end) }
      : { name, specifiers };
  });
}

function exportedValues(statement: Node): readonly (readonly [string, Node])[] {
  const declared = statement["declaration"];
  if (!isNode(declared) || !Array.isArray(declared["declarations"])) return [];
  return declared["declarations"]
    .filter(isNode)
    .flatMap(({ id, init }) => (isNode(id) && isNode(init) ? [[String(id["name"]), init] as const] : []));
}

interface Files {
  readonly src: readonly SourceFile[];
  readonly test: readonly SourceFile[];
}

/** The files of a package, with what each loads by way of the loader file among the imports of that file. */
export function withLazyImports(folder: string, { src, test }: Files): Files {
  const file = src.find(({ path }) => path === `${folder}/src/later.ts`);
  if (!file) return { src, test };
  const loaders = loadersOf(file.path, file.source.text);
  const loaded = new Set(loaders.flatMap(({ specifiers }) => specifiers));
  const rewired = (other: SourceFile): SourceFile =>
    other === file
      ? { ...file, imports: file.imports.filter(({ specifier }) => !loaded.has(specifier)) }
      : { ...other, imports: [...other.imports, ...importsThrough(file.path, other, loaders)] };
  return { src: src.map(rewired), test: test.map(rewired) };
}

function importsThrough(
  loaderFile: string,
  { path, source }: SourceFile,
  loaders: readonly Loader[],
): readonly FileImport[] {
  return importsOf(source)
    .filter(({ specifier }) => targetOf(path, specifier) === loaderFile)
    .flatMap(({ position }) => {
      const names = new Set(statementBefore(source, position).match(/[\w$]+|\*/g));
      const line = lineAt(source.text, position);
      return loaders
        .filter(({ name }) => names.has(name) || names.has("*"))
        .flatMap(({ specifiers }) => specifiers)
        .map((specifier) => ({ specifier: seenFrom(path, loaderFile, specifier), line, isLazy: true }));
    });
}

const targetOf = (path: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : undefined;

/** From the last `import` or `export` on. */
function statementBefore({ code }: Source, position: number): string {
  const start = Math.max(code.lastIndexOf("import", position), code.lastIndexOf("export", position));
  return code.slice(start, position);
}

/** What `path` would write for a module that the loader file names. */
export function seenFrom(path: string, loaderFile: string, specifier: string): string {
  const target = targetOf(loaderFile, specifier);
  if (target === undefined) return specifier;
  const relative = posix.relative(posix.dirname(path), target);
  return relative.startsWith(".") ? relative : `./${relative}`;
}
