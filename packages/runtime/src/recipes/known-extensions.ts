import type { RecipeExtension } from "@skein/recipes";
import { builtinNames } from "../builtin-extensions.ts";

/** Built-in extensions of Goose that are called otherwise here. */
const otherNames: Readonly<Record<string, string>> = {
  summon: "subagents",
  subagent: "subagents",
};

/** Those of Goose that have no like here, and what can be used instead. A recipe goes on without them. */
const missingHere: Readonly<Record<string, string>> = {
  analyze: "the tools tree, search and read of developer",
  apps: "an MCP server of your own",
  autovisualiser: "an MCP server of your own",
  chatrecall: "the search of sessions",
  code_execution: "the tool shell of developer",
  computercontroller: "the tool shell of developer, or an MCP server",
  extensionmanager: "the extensions that the recipe names",
  memory: "files of notes, or an MCP server",
  orchestrator: "subagents",
  skills: "includes and sub-recipes",
  summarize: "the tool read of developer",
  tom: "the recipe's instructions",
  tutorial: "the documentation",
};

/** Tools of Goose's own extensions by the names they have here. */
const otherTools: Readonly<Record<string, readonly string[]>> = {
  text_editor: ["read", "write", "edit"],
  analyze: ["tree", "search"],
  todo_write: ["todo"],
  todo_read: ["todo"],
  delegate: ["subagent", "subagent_control"],
};

/** The name that a built-in extension has here; `undefined` when there is none. */
export function builtinNamed(name: string): string | undefined {
  const key = keyOf(name);
  const own = Object.hasOwn(otherNames, key) ? otherNames[key] : key;
  return own !== undefined && builtinNames.includes(own) ? own : undefined;
}

/** The names here of a built-in extension's tools. */
export function toolsNamed(names: readonly string[]): readonly string[] {
  return [
    ...new Set(
      names.flatMap((name) => [name, ...(Object.hasOwn(otherTools, name) ? (otherTools[name] ?? []) : [])]),
    ),
  ];
}

/** What a recipe names and Skein does not have. */
export interface UnsupportedExtension {
  readonly name: string;
  /** A sentence. */
  readonly message: string;
  /** What to do about it; a sentence. */
  readonly fix: string;
  /** The recipe cannot run: it is nobody's place to leave out what it was written for. */
  readonly isFatal: boolean;
}

/** To warn of when a recipe is validated, and to stop at when it is to run. */
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
      // What a parameter is to name is judged once it does.
      if (builtinNamed(name) !== undefined || name.includes("{{")) return undefined;
      const key = keyOf(name);
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
      return undefined;
    case "streamable_http":
      return extension.socket === undefined
        ? undefined
        : fatal(
            `The extension ${name} is to be reached through a Unix socket, which Skein cannot.`,
            "Serve it on an address, or start it with type stdio.",
          );
    case "frontend":
      return fatal(
        `The extension ${name} is of the type frontend: its tools are run by a user interface, and there is none.`,
        "Offer its tools as an MCP server, with type stdio or streamable_http.",
      );
  }
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/\s/g, "");
}
