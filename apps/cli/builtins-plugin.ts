import { builtinModules } from "node:module";
import { promisify } from "node:util";
import type { Plugin } from "rolldown";

const prefix = "\0builtin:";
/** For libraries: what one requires that imports a builtin takes all its names. Our own code is never required. */
const libraryPrefix = "\0library-builtin:";
const requiredPrefix = "\0required-builtin:";

/** Loaded by the first call of one of their functions: a first request needs none of them. */
const lazy: ReadonlySet<string> = new Set(["node:child_process", "node:zlib"]);

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
      if (id.startsWith(prefix) && lazy.has(id.slice(prefix.length)))
        return lazyModuleFor(id.slice(prefix.length));
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

/**
 * Functions that load the module when they are called, also as `promisify` knows them, and its constants. It has no
 * classes: to name one is to load the module.
 */
function lazyModuleFor(name: string): string {
  const module = process.getBuiltinModule(name) as unknown as Record<string, unknown>;
  const functions = Object.keys(module).filter(
    (key) => typeof module[key] === "function" && /^[a-z]/.test(key),
  );
  return [
    `const builtin = () => process.getBuiltinModule(${JSON.stringify(name)});`,
    'const promised = Symbol.for("nodejs.util.promisify.custom");',
    ...functions.map((key) => {
      const call = `(...args) => builtin().${key}(...args)`;
      const isMarked = Object.hasOwn(module[key] as object, promisify.custom);
      const marked = `/* @__PURE__ */ Object.defineProperty(${call}, promised, { get: () => builtin().${key}[promised] })`;
      return `export const ${key} = ${isMarked ? marked : call};`;
    }),
    "export const constants = /* @__PURE__ */ new Proxy({}, { get: (_, key) => builtin().constants[key] });",
  ].join("\n");
}

/** Who requires a module gets the thing itself: `stream` and `events` are functions to them. */
function requiredModuleFor(name: string): string {
  return `module.exports = process.getBuiltinModule(${JSON.stringify(name)});`;
}
