import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { nearestWord } from "@skein/platform/words";
import { ConfigError, escapeInvisible } from "@skein/protocol";
import type { OutputStyle } from "@skein/runtime";
import { readOptionalFrontMatter } from "@skein/extension-kit/front-matter";
import { describeGuess, readText } from "@skein/platform/text";
import type { Directories } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { usedFolders, type EffectiveSettings } from "../settings/effective-settings.ts";

/** A file that says how the model writes. */
interface FoundStyle extends OutputStyle {
  readonly description: string;
  readonly path: string;
  /** Why it cannot be used, a sentence without a full stop. */
  readonly problem?: string;
  /** A clause that names the encoding, if that was guessed; else empty. */
  readonly guess: string;
}

/** A style that was chosen. */
export interface ChosenStyle {
  /** `undefined`: Skein's own. */
  readonly style: OutputStyle | undefined;
  /** Sentences for the user. */
  readonly warnings: readonly string[];
}

export interface OutputStylesHere {
  /** The user's, then the project's; the first of a name counts. */
  readonly styles: readonly FoundStyle[];
  /** The project's, while it is not trusted: they would be part of the system prompt. */
  readonly untrusted: readonly FoundStyle[];
}

/** The name of Skein's own. */
const defaultStyle = "default";

/** A longer file is no style. Bytes. */
const mostBytes = 64 * 1024;

/** The output styles of a folder. Files that cannot be read are none. */
export async function outputStylesHere(
  { env }: Pick<Machine, "env">,
  {
    folders,
    project,
  }: { readonly folders: Pick<Directories, "config">; readonly project: EffectiveSettings["project"] },
  cwd: string,
): Promise<OutputStylesHere> {
  const home = env["HOME"] ?? env["USERPROFILE"];
  const inProject = usedFolders(project, cwd).filter((folder) => folder !== home);
  const [own, theirs] = await Promise.all([
    stylesIn([join(folders.config, "output-styles"), ...placesIn(home === undefined ? [] : [home])]),
    stylesIn(placesIn(inProject.toReversed())),
  ]);
  const isTrusted = (style: FoundStyle) => project.trust === "trusted" && !project.isUntrusted(style.path);
  return {
    styles: firstOfName([...own, ...theirs.filter(isTrusted)]),
    untrusted: theirs.filter((style) => !isTrusted(style)),
  };
}

/** Throws `ConfigError` that says what there is, or why it is left out. */
export function namedStyle(name: string, { styles, untrusted }: OutputStylesHere): ChosenStyle {
  const isNamed = (style: FoundStyle) => style.name.toLowerCase() === name.toLowerCase();
  if (name.toLowerCase() === defaultStyle) return { style: undefined, warnings: [] };
  const found = styles.find(isNamed);
  if (found?.problem !== undefined)
    throw new ConfigError(
      "usage",
      `The output style "${name}" cannot be used: ${found.path}, ${found.problem}.`,
      {
        hint: "Correct the file, or choose another style.",
      },
    );
  if (found) {
    const { path, guess, text, keepsTone } = found;
    return {
      style: { name: found.name, text, keepsTone },
      warnings: guess === "" ? [] : [`${path} is not UTF-8: ${guess}. Save it as UTF-8.`],
    };
  }
  const left = untrusted.find(isNamed);
  if (left)
    throw new ConfigError(
      "usage",
      `The output style "${name}" is the project's (${left.path}), which is not trusted.`,
      {
        hint: "Trust the project, or copy the file to your own output-styles.",
      },
    );
  const names = [defaultStyle, ...styles.map((style) => style.name)];
  const near = nearestWord(name, names);
  throw new ConfigError("usage", `There is no output style "${name}".`, {
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Use one of: ${names.join(", ")}.`,
  });
}

function placesIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => [".skein", ".claude"].map((own) => join(folder, own, "output-styles")));
}

async function stylesIn(folders: readonly string[]): Promise<readonly FoundStyle[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      const files = names.filter((name) => name.endsWith(".md")).toSorted();
      return Promise.all(files.map((name) => readStyle(join(folder, name), name.slice(0, -3))));
    }),
  );
  return firstOfName(found.flat().filter((style) => style !== undefined));
}

function firstOfName(styles: readonly FoundStyle[]): readonly FoundStyle[] {
  const key = ({ name }: FoundStyle) => name.toLowerCase();
  return styles.filter((style, at) => styles.findIndex((other) => key(other) === key(style)) === at);
}

async function readStyle(path: string, file: string): Promise<FoundStyle | undefined> {
  const size = await stat(path).catch(() => undefined);
  if (!size?.isFile() || size.size > mostBytes) return undefined;
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const decoded = await readText(bytes);
  const guess = describeGuess(decoded);
  const read = await readOptionalFrontMatter(decoded.text);
  const unused = { name: file, description: "", text: "", keepsTone: false, path, guess };
  if (!("body" in read)) return { ...unused, problem: `line ${read.line}: ${read.message}` };
  if (read.body === "") return { ...unused, problem: "it says nothing" };
  const { name, description, "keep-tone": keepsTone } = read.fields;
  return {
    name: typeof name === "string" && name.trim() !== "" ? escapeInvisible(name.trim()) : file,
    description: typeof description === "string" ? escapeInvisible(description.trim()) : "",
    text: read.body,
    keepsTone: keepsTone === true,
    path,
    guess,
  };
}
