import { builtinNames, isNamedBuiltin, readingTools, toolAlias, toolsMeantBy } from "@skein/protocol";
import type { RecipeExtension } from "@skein/recipes";
import { extensionKey, standInFor } from "./stand-ins.ts";

/** Built-in extensions of Goose that have another name here. */
const otherNames: Readonly<Record<string, string>> = {
  summon: "subagents",
  subagent: "subagents",
};

/** Extensions of Goose without an equivalent here, and what to use instead. A recipe runs without them. */
const missingHere: Readonly<Record<string, string>> = {
  apps: "an MCP server of your own",
  autovisualiser: "an MCP server of your own",
  extensionmanager: "the extensions that the recipe names",
  tom: "the recipe's instructions",
  tutorial: "the documentation",
};

/** The name of a built-in extension here; `undefined` when it has no equivalent, or another one stands in for it. */
export function builtinNamed(name: string): string | undefined {
  const key = extensionKey(name);
  const own = Object.hasOwn(otherNames, key) ? otherNames[key] : key;
  return own !== undefined && isNamedBuiltin(own) ? own : undefined;
}

/** The tools here that do together what a tool of Goose's own extensions does. */
function gooseTools(name: string): readonly string[] {
  if (name === "analyze") return readingTools;
  const meant = toolsMeantBy("goose", name);
  const others = meant.length > 0 ? meant : [toolAlias(name) ?? name];
  return name === "delegate" ? [...others, "subagent_control"] : others;
}

/** The names of a built-in extension's tools here. */
export function toolsNamed(names: readonly string[]): readonly string[] {
  const own = names.flatMap((name) => [name, ...gooseTools(name)]);
  return [...new Set(own)];
}

/** An extension named by a recipe that Skein does not support. */
export interface UnsupportedExtension {
  readonly name: string;
  /** What is unsupported, as a sentence. */
  readonly message: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
  /** Whether the recipe cannot run without it. */
  readonly isFatal: boolean;
}

/** Finds unsupported extensions: warnings when a recipe is validated, errors when it runs. */
export function unsupportedExtensions(
  extensions: readonly RecipeExtension[],
): readonly UnsupportedExtension[] {
  return extensions.flatMap((extension) => unsupported(extension) ?? []);
}

function unsupported(extension: RecipeExtension): UnsupportedExtension | undefined {
  const { name, type } = extension;
  const fatal = (message: string, fix: string) => ({ name, message, fix, isFatal: true });
  switch (type) {
    case "builtin":
    case "platform": {
      // A name from a parameter is checked once it is filled in.
      if (builtinNamed(name) !== undefined || name.includes("{{")) return undefined;
      const key = extensionKey(name);
      const standIn = standInFor(name);
      if (standIn) {
        const message = `The extension ${name} is ${standIn.name} here, without ${standIn.lacks}.`;
        return { name, message, fix: "Add an MCP server if the recipe needs that.", isFatal: false };
      }
      const instead = Object.hasOwn(missingHere, key) ? missingHere[key] : undefined;
      if (instead !== undefined) {
        const message = `Skein has no extension ${name}; the recipe runs without it.`;
        return { name, message, fix: `Instead there is: ${instead}.`, isFatal: false };
      }
      return fatal(
        `There is no built-in extension "${name}".`,
        `Use one of: ${builtinNames.join(", ")}; or write the extension as stdio or streamable_http.`,
      );
    }
    case "stdio":
    case "inline_python":
    case "streamable_http":
      return undefined;
    case "frontend":
      return {
        name,
        message: `The tools of the extension ${name} run in an app, which replies with their results.`,
        fix: "Without one you are asked for each result; where no one is available, the run ends as needs-input.",
        isFatal: false,
      };
  }
}
