import { isLoaderFile, lazyImportsIn } from "../structure/loaders.ts";
import { lineAt } from "../structure/source.ts";
import { childrenOf, isFunction, isNode, type Node, statementsOf } from "../structure/syntax.ts";
import type { SourceFile, Workspace } from "../structure/workspace.ts";
import { namesOf } from "../structure/exported-names.ts";
import { counted, type Figure, type Place, productFiles } from "./measure.ts";

const mostLines = 120;
/** Shorter functions are the same by chance. */
const fewestCharacters = 40;

/** How functions are written: their length, copies of them, and modules that are loaded in the middle of them. */
export function codeFigures(workspace: Workspace): readonly Figure[] {
  const files = productFiles(workspace)
    .filter(({ path }) => /\.tsx?$/.test(path))
    .map((file) => ({ file, statements: statementsOf(file.path, file.source.text) }));
  return [
    counted(`functions over ${mostLines} lines`, files.flatMap(longFunctions), 0),
    counted("functions defined twice", copies(files), 0),
    counted("lazy imports outside of loader files", files.flatMap(lazyImports), 0),
  ];
}

interface Parsed {
  readonly file: SourceFile;
  readonly statements: readonly Node[];
}

const everyNode = (node: Node): readonly Node[] => [node, ...childrenOf(node).flatMap(everyNode)];

function longFunctions({ file: { path, source }, statements }: Parsed): readonly Place[] {
  return statements.flatMap(everyNode).flatMap((node) => {
    if (!isFunction(node)) return [];
    const [first, last] = [lineAt(source.text, node.start), lineAt(source.text, node.end)];
    const name = isNode(node["id"]) ? String(node["id"]["name"]) : "a function without a name";
    return last - first < mostLines
      ? []
      : [{ file: path, line: first, what: `${name}: ${last - first + 1} lines` }];
  });
}

/** Functions of files that have the same name and the same text. Two packages may load the same module. */
function copies(files: readonly Parsed[]): readonly Place[] {
  const others = files.filter(({ file }) => !isLoaderFile(file.path));
  const all = others.flatMap(({ file: { path, source }, statements }) =>
    statements.flatMap((statement) => {
      const own = isNode(statement["declaration"]) ? statement["declaration"] : statement;
      const values = Array.isArray(own["declarations"]) ? own["declarations"].filter(isNode) : [own];
      return values.flatMap((value) => {
        const body = isFunction(value) ? value : value["init"];
        if (!isNode(body) || !isFunction(body)) return [];
        const text = source.text.slice(body.start, body.end).replace(/\s+/g, " ");
        const name = namesOf(value)[0] ?? "";
        return text.length < fewestCharacters
          ? []
          : [{ name, text, file: path, line: lineAt(source.text, body.start) }];
      });
    }),
  );
  return [...Map.groupBy(all, ({ name, text }) => `${name} ${text}`).values()]
    .filter((same) => same.length > 1)
    .map((same) => ({
      file: same[0]!.file,
      line: same[0]!.line,
      what: `${same[0]!.name}: ${same.map(({ file }) => file).join(", ")}`,
    }));
}

function lazyImports({ file: { path, source }, statements }: Parsed): readonly Place[] {
  if (isLoaderFile(path)) return [];
  return statements.flatMap(lazyImportsIn).map(({ start, end }) => ({
    file: path,
    line: lineAt(source.text, start),
    what: source.text.slice(start, end),
  }));
}
