import { isLoaderFile, lazyImportsIn } from "../loaders.ts";
import { lineAt } from "../source.ts";
import { statementsOf } from "../syntax.ts";
import type { Problem, Workspace } from "../workspace.ts";

/** What a package or an app loads when it is first needed is named in one file: decision 0110. */
export function lazyImportProblems({ members }: Workspace): Problem[] {
  const files = members
    .filter(({ kind }) => kind === "packages" || kind === "apps")
    .flatMap(({ src }) => src)
    .filter(({ path, source }) => !isLoaderFile(path) && /\bimport\s*\(/.test(source.code));
  return files.flatMap(({ path, source }) =>
    statementsOf(path, source.text)
      .flatMap(lazyImportsIn)
      .map(({ start, end }) => ({
        file: path,
        line: lineAt(source.text, start),
        what: `says ${source.text.slice(start, end)} outside of a loader file`,
        fix: "add a function loadX to src/later.ts of the package, and call it",
      })),
  );
}
