import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RolldownMagicString, type Plugin } from "rolldown";
import { isLoaderFile, loadersOf, seenFrom } from "../structure/loaders.ts";
import { childrenOf, isNode, type Node, statementsOf } from "../structure/syntax.ts";

/**
 * Replaces the loaders of a package's `src/later.ts` by their `import()`, where they are used. A bundler drops the unused
 * exports of a module only if it sees `await import()` where the names are used. And two entries share no file for their
 * loaders.
 */
export function inlineLoaders(): Plugin {
  return {
    name: "inline-loaders",
    transform(code, id) {
      if (id.startsWith("\0") || !code.includes('/later.ts"')) return null;
      const statements = statementsOf(id, code);
      const importing = statements.find((statement) => loaderFileOf(id, statement) !== undefined);
      const file = importing && loaderFileOf(id, importing);
      if (!importing || file === undefined) return null;
      const loaders = new Map(
        loadersOf(file, readFileSync(file, "utf8")).flatMap(({ name, specifiers: [specifier = ""], only }) =>
          only === undefined
            ? []
            : [[name, only.replace(`"${specifier}"`, `"${seenFrom(id, file, specifier)}"`)]],
        ),
      );
      const result = new RolldownMagicString(code);
      const others = statements.filter((statement) => statement !== importing);
      for (const { start, end, callee } of others.flatMap(usesOfNames)) {
        const load = loaders.get(code.slice(start, callee?.end ?? end));
        if (load !== undefined) result.overwrite(start, end, callee ? load : `(() => ${load})`);
      }
      // Without the import, no import() of the loader file holds on to all exports of a module.
      if (namesIn(importing).every((name) => loaders.has(name)))
        result.remove(importing.start, importing.end);
      return { code: result };
    },
  };
}

function loaderFileOf(id: string, { type, source }: Node): string | undefined {
  if (type !== "ImportDeclaration" || !isNode(source)) return undefined;
  const specifier = String(source["value"]);
  const file = join(dirname(id), specifier);
  return specifier.startsWith(".") && isLoaderFile(file) ? file : undefined;
}

interface Use {
  readonly start: number;
  readonly end: number;
  readonly callee?: Node;
}

/** Calls of names, and names that are values. */
function usesOfNames(node: Node): readonly Use[] {
  if (isName(node)) return [node];
  const { type, start, end, callee } = node;
  if (type === "CallExpression" && isNode(callee) && isName(callee)) {
    return [
      { start, end, callee },
      ...childrenOf(node)
        .filter((child) => child !== callee)
        .flatMap(usesOfNames),
    ];
  }
  const label = node["computed"] === false ? [node["key"], node["property"]] : [];
  return childrenOf(node)
    .filter((child) => !label.includes(child))
    .flatMap(usesOfNames);
}

const isName = ({ type }: Node): boolean => type === "Identifier";

const namesIn = (importing: Node): readonly string[] =>
  childrenOf(importing).flatMap(({ local }) => (isNode(local) ? [String(local["name"])] : []));
