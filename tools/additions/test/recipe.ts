import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A list of steps in CONTRIBUTING.md that says how to add something. */
export interface Recipe {
  /** For example `A setting`. */
  readonly title: string;
  readonly lines: readonly string[];
  /** Files that every addition of this kind changes, in order. A folder ends with a slash and stands for all files in it. */
  readonly files: readonly string[];
  /** Commands to run, in order. */
  readonly commands: readonly string[];
}

/** The recipes below "How to add". Words in capitals stand for the names of an example. */
export function readRecipes(root: string): readonly Recipe[] {
  const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const [, section = ""] = page.split(/^## How to add$/m);
  const [list = ""] = section.split(/^## /m);
  return list
    .split(/^### /m)
    .slice(1)
    .map((text) => {
      const [title = "", ...lines] = text.trim().split("\n");
      const code = [...text.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
      return {
        title,
        lines: lines.filter((line) => line !== ""),
        files: code.filter(isPath),
        commands: code.filter(isCommand),
      };
    });
}

/** A text of a recipe with the names of an example in place of the words in capitals. */
export function withNames(text: string, names: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\b[A-Z]{2,}\b/g, (word) => names[word] ?? word);
}

function isCommand(code: string): boolean {
  return code.startsWith("npm run ");
}

function isPath(code: string): boolean {
  return /^[\w.@/-]+$/.test(code) && /\/|\.\w+$/.test(code);
}
