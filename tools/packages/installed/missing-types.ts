import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { importedPackages } from "./imported-packages.ts";
import { declaredDependencies } from "./packed-package.ts";
import type { PackedPackage } from "./packed-package.ts";
import type { PackageProblem } from "./problem.ts";
import type { Project } from "./projects.ts";
import { typesPackage } from "./undeclared-imports.ts";

/** Returns the packages that declarations name, and that bring no types, neither of their own nor as a declared dependency. */
export function missingTypes(checked: PackedPackage, { folder }: Project): readonly PackageProblem[] {
  const declared = declaredDependencies(checked.manifest);
  const own = join(folder, "node_modules", checked.name);
  // Its dependencies are its neighbors in the store.
  const neighbors = existsSync(own)
    ? join(realpathSync(own), checked.name.includes("/") ? "../.." : "..")
    : folder;
  const seen = new Set<string>();
  return [...checked.files].flatMap(([file, bytes]) => {
    if (!/^(?!src\/).+\.d\.[cm]?ts$/.test(file)) return [];
    return importedPackages(bytes.toString())
      .filter(({ name }) => name in declared && !(typesPackage(name) in declared))
      .filter(({ name }) => !seen.has(name) && seen.add(name) && !hasTypes(join(neighbors, name)))
      .map(({ name, line }) => ({
        package: checked.name,
        columns: ["imports"] as const,
        file,
        line,
        what: `names ${name}, which brings no types`,
        fix: `add ${typesPackage(name)} to the dependencies`,
      }));
  });
}

/** Types are named by the manifest, or in its exports, or stand next to the main file. */
function hasTypes(folder: string): boolean {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return true;
  const text = readFileSync(path, "utf8");
  const {
    types,
    typings,
    main = "index.js",
  } = JSON.parse(text) as {
    readonly types?: string;
    readonly typings?: string;
    readonly main?: string;
  };
  if (types !== undefined || typings !== undefined || text.includes('"types"') || /\.d\.[cm]?ts"/.test(text))
    return true;
  return [main.replace(/\.[cm]?js$/, ".d.ts"), join(main, "index.d.ts"), "index.d.ts"].some((file) =>
    existsSync(join(folder, file)),
  );
}
