import { importedPackages } from "./imported-packages.ts";
import { declaredDependencies } from "./packed-package.ts";
import type { PackedPackage } from "./packed-package.ts";
import type { PackageProblem } from "./problem.ts";

/** Code and declarations; the sources are only read by debuggers, and templates belong to the packages made from them. */
const checkedFile = /^(?!src\/|template\/).+\.(?:[cm]?js|script|d\.[cm]?ts)$/;

/** Native parts of packages of others in the bundle of the command: they try to load them, and do without. */
const triedInBundles = new Set(["pg-native", "bufferutil", "utf-8-validate"]);

/** Returns the imports of packages that the manifest does not declare: a program that installs the package may not have them. */
export function undeclaredImports(checked: PackedPackage): readonly PackageProblem[] {
  const declared = declaredDependencies(checked.manifest);
  return [...checked.files].flatMap(([file, bytes]) => {
    if (!checkedFile.test(file)) return [];
    const isTypes = /\.d\.[cm]?ts$/.test(file);
    const isDeclared = (name: string) =>
      name === checked.name ||
      name in declared ||
      (isTypes && typesPackage(name) in declared) ||
      (file.endsWith(".script") && triedInBundles.has(name));
    const seen = new Set<string>();
    return importedPackages(bytes.toString())
      .filter(({ name }) => !isDeclared(name) && !seen.has(name) && seen.add(name))
      .map(({ name, line }) => ({
        package: checked.name,
        columns: ["imports"] as const,
        file,
        line,
        what: `imports ${name}, which package.json does not declare`,
        fix: isTypes
          ? `add ${name} to the dependencies, or export the type from a package that is one`
          : `add ${name} to the dependencies`,
      }));
  });
}

/** Name of the package of DefinitelyTyped: `@scope/name` → `@types/scope__name`. */
export function typesPackage(name: string): string {
  return `@types/${name.replace(/^@/, "").replace("/", "__")}`;
}
