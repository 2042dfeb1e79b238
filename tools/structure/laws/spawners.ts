import { isLoaderFile } from "../loaders.ts";
import { lineAt, type FileImport } from "../source.ts";
import type { Problem, Workspace } from "../workspace.ts";

/** Files that start programs with an environment that is not made by `inheritedVariables` in the same file, and why. */
const others: Readonly<Record<string, string>> = {
  "packages/extension-kit/src/start-program.ts": "its callers hand in the whole environment",
  "packages/extension-kit/src/watchdog.ts": "gets PATH alone",
  "packages/extensions-builtin/src/developer/ripgrep.ts": "gets no variables",
  "packages/extensions-builtin/src/developer/shell/launcher/open-launcher.ts": "gets no variables",
  "packages/extensions-builtin/src/developer/shell/login-path.ts": "gets the variables of a command",
  "packages/extensions-builtin/src/developer/shell/state.ts": "runs ps",
  "packages/extensions-builtin/src/developer/shell/wrapper.ts": "gets the variables of a command",
  "packages/recipes/src/find/programs.ts": "its callers hand in the whole environment",
  "packages/runtime/src/processes/run-process.ts": "its callers hand in the whole environment",
  "packages/sandbox/src/barrier/probe-bwrap.ts": "gets no variables",
  "packages/sandbox/src/network/sandbox-network.ts": "gets one variable",
  "packages/sandbox/src/probe.ts": "gets no variables",
  "packages/sandbox/src/protected/run-git.ts": "gets variables of its own",
};

const starts =
  /\bimport\s+(?!type\b)[^;]*?from\s+["']node:child_process["']|\b(?:import|getBuiltinModule)\(\s*["']node:child_process["']\s*\)/;

const isLazyStart = ({ specifier, isLazy }: FileImport): boolean =>
  isLazy === true && specifier === "node:child_process";

/** Every program is started with what `variableGroups` of `@skein/platform/variables` lets through: one file that forgets it leaks all. */
export function spawnerProblems({ members }: Workspace): Problem[] {
  const files = members
    .filter(({ kind, name }) => kind !== "examples" && !["test-kit", "provider-conformance"].includes(name))
    .flatMap(({ src }) => src);
  return files
    .filter(({ path }) => !isLoaderFile(path) && !Object.hasOwn(others, path))
    .filter(({ source, imports }) => starts.test(source.text) || imports.some(isLazyStart))
    .filter(({ source }) => !source.code.includes("inheritedVariables("))
    .map(({ path, source, imports }) => ({
      file: path,
      line: imports.find(isLazyStart)?.line ?? lineAt(source.text, source.text.search(starts)),
      what: "starts a program without inheritedVariables",
      fix: "make its environment with inheritedVariables of @skein/platform/variables, or list the file in laws/spawners.ts",
    }));
}
