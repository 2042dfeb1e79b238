import { createHash } from "node:crypto";
import { NotStartedError } from "@skein/protocol";
import { commandLines, explainRecipe, recipeConsent, type RecipeCommand } from "@skein/recipes";
import type { RecipeTrust } from "@skein/settings";
import { recipeWord, type UsableRecipe } from "./named-recipe.ts";
import { markLineBreaks } from "./mark-line-breaks.ts";
import { shortPath } from "./problem-lines.ts";

/** What of a recipe somebody has to agree to before it is run. */
export interface Consent {
  /** SHA-256, hex, of what is agreed to. */
  readonly hash: string;
  readonly title: string;
  /** As it is called in a sentence: `tidy.yaml`, `of the link`. */
  readonly name: string;
  /** As it was named. */
  readonly word: string;
  /** Where it is to run, when that counts and is another folder than the one it was named in; relative to that below it. */
  readonly folder?: string;
  /** Where it is; absent for a link, which is not trusted for the next time. */
  readonly path?: string;
  readonly commands: readonly RecipeCommand[];
  /** The folders in which alone it holds; none: everywhere. */
  readonly places: readonly string[];
  /** What is shown, to be read before the answer. */
  readonly lines: readonly string[];
}

export interface ConsentFolders {
  /** Where the recipe was named. */
  readonly cwd: string;
  /** Where its commands would run; absolute. The files they name there are a part of what is agreed to. */
  readonly folder: string;
}

/**
 * A recipe that starts and reaches nothing needs no consent, and a link always does: its content has not been reviewed.
 *
 * @returns `undefined` when there is nothing to agree to.
 */
export async function consentFor(
  named: UsableRecipe,
  { cwd, folder }: ConsentFolders,
): Promise<Consent | undefined> {
  const { word, found, read, recipe } = named;
  const { commands, hash, places } = await recipeConsent(read, { cwd: folder });
  const isLink = found.from.kind === "link";
  if (commands.length === 0 && !isLink) return undefined;
  const isElsewhere = folder !== cwd && commands.some(({ kind }) => kind === "file" || kind === "place");
  return {
    hash: isLink ? withValues(hash, found.values) : hash,
    title: markLineBreaks(recipe.title),
    name: recipeWord(found, cwd),
    word,
    ...(isElsewhere ? { folder: shortPath(folder, cwd) } : {}),
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

/** Asks a person whether to agree to it. Without an answer it is not agreed to. */
export type AskForConsent = (consent: Consent) => Promise<boolean>;

export interface ConsentOptions {
  /** Hashes that were agreed to for this run. */
  readonly trustHashes: readonly string[];
  /** Absent: no one is available to ask. */
  readonly ask?: AskForConsent | undefined;
}

/**
 * Asks once for each content, and keeps a yes. Throws `NotStartedError`: `needs-input` where no one is available to ask,
 * `cancelled` when the answer is no.
 *
 * @param store - what the user has agreed to before.
 */
export async function requireConsent(
  store: RecipeTrust,
  consent: Consent | undefined,
  { trustHashes, ask }: ConsentOptions,
): Promise<void> {
  if (!consent || trustHashes.includes(consent.hash)) return;
  const { hash, title, name, path, places } = consent;
  if (path !== undefined && (await store.has(hash))) return;
  if (!ask) throw notAgreed(consent, trustHashes.length > 0);
  if (!(await ask(consent)))
    throw new NotStartedError("cancelled", `The recipe ${name} was not agreed to. Nothing was started.`);
  if (path !== undefined) await store.add({ hash, title, path, places });
}

/** The reason why it is asked for, without a mark at its end. */
export function consentReason({ name, title, path }: Consent): string {
  return path === undefined
    ? `The link holds the recipe "${title}"`
    : `The recipe ${name} ("${title}") has commands and addresses that no one has approved`;
}

function notAgreed(consent: Consent, hasOther: boolean): NotStartedError {
  const { hash, word, folder, path, lines } = consent;
  const other = hasOther
    ? "\nThe hash that was given is not its own: it is another recipe, or it or a file that it names has changed."
    : "";
  return new NotStartedError(
    "needs-input",
    `${consentReason(consent)}, and no one is available to ask:\n${lines.map((line) => `  ${line}`).join("\n")}${other}`,
    {
      nextStep: {
        do: "agree-to-recipe",
        hash,
        ...(path === undefined ? {} : { recipe: word }),
        ...(folder === undefined ? {} : { folder }),
      },
    },
  );
}
