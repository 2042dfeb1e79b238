import { createHash } from "node:crypto";
import { ConfigError } from "@skein/protocol";
import { commandLines, explainRecipe, recipeConsent, type RecipeCommand } from "@skein/runtime/recipes";
import { directories, recipeTrust, type RecipeTrust } from "@skein/settings";
import type { Prompts } from "../configure/prompts.ts";
import { NotStarted } from "../not-started.ts";
import { oneLine } from "../terminal/one-line.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { recipeWord, type UsableRecipe } from "./named-recipe.ts";
import { shortPath } from "./problem-lines.ts";

/** What of a recipe somebody has to agree to before it is run. */
export interface Consent {
  /** SHA-256, hex, of what is agreed to. */
  readonly hash: string;
  readonly title: string;
  /** As it is called in a sentence: `tidy.yaml`, `of the link`. */
  readonly name: string;
  /** As words on the command line, with the working folder where that counts and is another one. */
  readonly words: string;
  /** Where it is; absent for a link, which nobody trusts for the next time. */
  readonly path?: string;
  readonly commands: readonly RecipeCommand[];
  /** The folders in which alone it holds; none: everywhere. */
  readonly places: readonly string[];
  /** What is shown, to be read before the answer. */
  readonly lines: readonly string[];
}

/**
 * A recipe that starts and reaches nothing needs no consent, and a link always does: nobody has seen what is in it.
 *
 * @param folder - where its commands would run; absolute. The files they name there are a part of what is agreed to.
 * @returns `undefined` when there is nothing to agree to.
 */
export async function consentFor(named: UsableRecipe, folder: string): Promise<Consent | undefined> {
  const cwd = process.cwd();
  const { word, found, read, recipe } = named;
  const { commands, hash, places } = await recipeConsent(read, { cwd: folder });
  const isLink = found.from.kind === "link";
  if (commands.length === 0 && !isLink) return undefined;
  const isElsewhere = folder !== cwd && commands.some(({ kind }) => kind === "file" || kind === "place");
  return {
    hash: isLink ? withValues(hash, found.values) : hash,
    title: oneLine(recipe.title),
    name: recipeWord(word, found, cwd),
    words: isElsewhere ? `${shellWord(word)} --cwd ${shellWord(shortPath(folder, cwd))}` : shellWord(word),
    ...(found.file === undefined ? {} : { path: found.file }),
    commands,
    places,
    lines: isLink ? linkLines(named, commands) : commands.flatMap(commandLines),
  };
}

/** The same link with other values is another one. */
function withValues(hash: string, values: Readonly<Record<string, string>>): string {
  if (Object.keys(values).length === 0) return hash;
  return createHash("sha256")
    .update(`${hash}\n${JSON.stringify(values)}`)
    .digest("hex");
}

function linkLines(
  { found, read, recipe }: UsableRecipe,
  commands: readonly RecipeCommand[],
): readonly string[] {
  const { instructions = "", prompt = "" } = recipe;
  const values = Object.entries(found.values).map(([key, value]) => `${key}=${value}`);
  return [
    ...explainRecipe(read),
    ...textLines("Files", namedLines(commands).join("\n")),
    ...textLines("Instructions", instructions),
    ...textLines("Prompt", prompt),
    ...textLines("Values", values.join("\n")),
  ];
}

/** What the commands name, and where alone the consent holds. */
export function namedLines(commands: readonly RecipeCommand[]): readonly string[] {
  return commands.filter(({ kind }) => kind === "file" || kind === "place").flatMap(commandLines);
}

function textLines(title: string, text: string): readonly string[] {
  if (text.trim() === "") return [];
  return [
    `${title}:`,
    ...text
      .trimEnd()
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}

export interface ConsentOptions {
  /** Hashes that were agreed to for this run. */
  readonly trustHashes: readonly string[];
  /** Absent: nobody can be asked. */
  readonly prompts?: Pick<Prompts, "say" | "select"> | undefined;
  /** Default: what the user has agreed to before. */
  readonly store?: RecipeTrust;
}

/**
 * Asks once for each content, and keeps a yes. Throws `NotStarted`: `needs-input` where nobody can be asked,
 * `cancelled` when the answer is no.
 */
export async function requireConsent(consent: Consent | undefined, options: ConsentOptions): Promise<void> {
  if (!consent || options.trustHashes.includes(consent.hash)) return;
  const { hash, title, name, path, places } = consent;
  const store = options.store ?? recipeTrust(directories({ env: process.env }).data);
  if (path !== undefined && (await store.has(hash))) return;
  if (!options.prompts) throw notAgreed(consent, options.trustHashes.length > 0);
  options.prompts.say([`${said(consent)}:`, ...consent.lines, `SHA-256 ${hash}`].join("\n"));
  const question = path === undefined ? "Run what the link holds?" : "Run them? They are asked for once.";
  const answer = await options.prompts.select(question, [
    { value: "no", label: "No", hint: "nothing is started" },
    { value: "yes", label: "Yes" },
  ]);
  if (answer !== "yes")
    throw new NotStarted("cancelled", `The recipe ${name} was not agreed to. Nothing was started.`);
  if (path !== undefined) await store.add({ hash, title, path, places });
}

function said({ name, title, path }: Consent): string {
  return path === undefined
    ? `The link holds the recipe "${title}"`
    : `The recipe ${name} ("${title}") has commands and addresses that nobody has agreed to`;
}

function notAgreed(consent: Consent, hasOther: boolean): NotStarted {
  const { hash, words, path, lines } = consent;
  const other = hasOther
    ? "\nThe hash that was given is not its own: it is another recipe, or it or a file that it names has changed."
    : "";
  const once = `--trust-hash ${hash}`;
  return new NotStarted(
    "needs-input",
    `${said(consent)}, and nobody can be asked here:\n${lines.map((line) => `  ${line}`).join("\n")}${other}`,
    {
      hint:
        path === undefined
          ? `Read it, then agree for this run: ${once}`
          : `Read them, then agree for good: skein trust ${words}\nor for this run: ${once}`,
    },
  );
}

/** Throws `ConfigError` for what is no hash. */
export function readHashes(hashes: readonly string[] = []): readonly string[] {
  return hashes.map((text) => {
    const hash = text.trim().toLowerCase();
    if (/^[0-9a-f]{64}$/.test(hash)) return hash;
    throw new ConfigError("usage", `--trust-hash cannot be ${JSON.stringify(text)}.`, {
      hint: "Give the 64 characters that `skein recipe explain RECIPE` shows as SHA-256.",
    });
  });
}
