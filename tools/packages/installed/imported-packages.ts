import { isBuiltin } from "node:module";
import { importsOf, lineAt, readSource } from "../../structure/source.ts";
import { packageName } from "../../structure/workspace.ts";

export interface ImportedPackage {
  /** Name of the package, without the path of its entry. */
  readonly name: string;
  readonly line: number;
}

/** The packages that a script, module or declaration file names in any form; Node's own modules apart. */
export function importedPackages(text: string): readonly ImportedPackage[] {
  const source = readSource(text);
  const named = importsOf(source).map(({ specifier, position }) => ({ specifier, position }));
  // Directives are comments, and the declaration of a module that others own needs their types.
  const directives = [...text.matchAll(/^\/\/\/\s*<reference\s+types\s*=\s*["']([^"']+)["']/gm)];
  const augmented = [...text.matchAll(/^declare module ["']([^"']+)["']/gm)];
  for (const match of [...directives, ...augmented]) {
    named.push({ specifier: match[1] ?? "", position: match.index });
  }
  return named
    .filter(({ specifier }) => isPackage(specifier))
    .map(({ specifier, position }) => ({ name: packageName(specifier), line: lineAt(text, position) }));
}

/** A bare specifier: no path, no URL, no import map of the package, none of Node's modules. `node` is what its types are called. */
function isPackage(specifier: string): boolean {
  return (
    /^(?:@[\w.-]+\/)?[\w.-]+(?:\/|$)/.test(specifier) &&
    !specifier.startsWith(".") &&
    specifier !== "node" &&
    !isBuiltin(specifier)
  );
}
