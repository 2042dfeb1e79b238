import { builtinModules } from "node:module";
import type { Plugin } from "rolldown";

const prefix = "\0builtin:";
/** For libraries: what one requires that imports a builtin takes all its names. Our own code is never required. */
const libraryPrefix = "\0library-builtin:";
const requiredPrefix = "\0required-builtin:";

/**
 * Takes Node's own modules with `process.getBuiltinModule` instead of `import`. The loader makes a module record for
 * each builtin that is imported, with all its names: together about a tenth of the time to the first request.
 */
export function builtins(): Plugin {
  return {
    name: "builtins",
    resolveId(id, importer, { kind }) {
      const name = id.replace(/^node:/, "");
      const isBuiltin = id.startsWith("node:") || builtinModules.includes(name);
      const wanted =
        kind === "require-call"
          ? requiredPrefix
          : importer?.includes("node_modules")
            ? libraryPrefix
            : prefix;
      return isBuiltin ? { id: `${wanted}node:${name}`, moduleSideEffects: false } : null;
    },
    load(id) {
      if (id.startsWith(requiredPrefix)) return requiredModuleFor(id.slice(requiredPrefix.length));
      const own = [prefix, libraryPrefix].find((one) => id.startsWith(one));
      return own === undefined ? null : moduleFor(id.slice(own.length));
    },
  };
}

/** Every name by itself, so that those that are unused are left out: some are getters that load more. */
function moduleFor(name: string): string {
  const module = process.getBuiltinModule(name) as unknown as Record<string, unknown>;
  const names = Object.keys(module).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== "default");
  const lines = names.flatMap((key, at) => [
    `const name${at} = /* @__PURE__ */ (() => builtin.${key})();`,
    `export { name${at} as ${key} };`,
  ]);
  return [
    `const builtin = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(name)});`,
    "export default builtin;",
    ...lines,
  ].join("\n");
}

/** Who requires a module gets the thing itself: `stream` and `events` are functions to them. */
function requiredModuleFor(name: string): string {
  return `module.exports = process.getBuiltinModule(${JSON.stringify(name)});`;
}
