import { resolve } from "node:path";
import { messageOf } from "@skein/protocol";
import {
  hasNoErrors,
  missingValues,
  parameterValues,
  readRecipe,
  recipeConsent,
  type Recipe,
  readSource,
  type RecipeContent,
} from "@skein/recipes";
import { recipeTrust } from "@skein/settings";
import type { ScheduledWork } from "@skein/schedules";
import { problems } from "./prompts.ts";

export interface RecipeWish {
  /** The path as given by the model. */
  readonly recipe: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly dataFolder: string;
}

type FoundWork =
  | { readonly work: ScheduledWork }
  /** Why it cannot run until it is fixed. */
  | { readonly wrong: string }
  /** Why it is not allowed to run. */
  | { readonly refused: string };

/**
 * A scheduled recipe, pinned to its current content: after a change, its slots are missed. A person must have
 * consented to what it starts.
 */
export async function recipeWork({
  recipe: word,
  parameters,
  cwd,
  dataFolder,
}: RecipeWish): Promise<FoundWork> {
  const file = resolve(cwd, word);
  const wrong = (lines: readonly string[]) => ({ wrong: problems.badRecipe(file, lines) });
  let source: RecipeContent;
  try {
    source = await readSource(file);
  } catch (error) {
    return wrong([messageOf(error)]);
  }
  const read = await readRecipe(source);
  if (!read.recipe || !hasNoErrors(read.problems)) {
    return wrong(read.problems.filter(({ severity }) => severity === "error").map(({ message }) => message));
  }
  const values = await parameterValues(read.parameters, parameters, { cwd });
  const bad = values.problems.filter(({ severity }) => severity === "error");
  const all = [...bad, ...missingValues(values.missing)];
  if (all.length > 0) return wrong(all.map(({ message, fix }) => `${message} ${fix}`));
  const servers = serversOf(read.recipe);
  if (servers.length > 0) return { refused: problems.ownServers(file, servers) };
  const consent = await recipeConsent(read, { cwd });
  const { hash } = consent;
  const commands = consent.commands.map(({ kind, text: line }) => `${kind}: ${line}`);
  if (commands.length > 0 && !(await recipeTrust(dataFolder).has(hash))) {
    return { refused: problems.notAgreed(file, commands) };
  }
  return { work: { kind: "recipe", recipe: file, params: parameters, consent: hash } };
}

/** Names of extensions that only the recipe brings. */
function serversOf({ extensions = [] }: Recipe): readonly string[] {
  return extensions.filter(({ type }) => type !== "builtin" && type !== "platform").map(({ name }) => name);
}
