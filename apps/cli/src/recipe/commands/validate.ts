import { ConfigError, exitCodes } from "@skein/protocol";
import { unsupportedExtensions, type ReadRecipe, type RecipeProblem } from "@skein/runtime/recipes";
import { parseFlags } from "../../arguments/parse-flags.ts";
import type { Command } from "../../command.ts";
import { counted, note, print, printJson } from "../../session/say.ts";
import { recipeValidateFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { namedRecipe } from "../named-recipe.ts";
import { learnProviders } from "../../providers.ts";
import { problemLines } from "../problem-lines.ts";
import { recipeProviderId } from "../provider-id.ts";

const help = {
  title: "all that is wrong with recipes, by line",
  usage: ["FILE… [flags]"],
  text: `Reads them with all that they include and their sub-recipes, and starts nothing. Warnings do not keep a recipe from
running. It ends with 0 when all can run, else with 2.`,
  examples: ["skein recipe validate tidy.yaml", "skein recipe validate recipes/*.yaml --strict --json"],
  flags: recipeValidateFlags,
};

interface Judged {
  readonly file: string;
  readonly valid: boolean;
  readonly problems: readonly Problem[];
}

/** One that cannot even be read has no code of its own. */
type Problem = Omit<RecipeProblem, "code"> & { readonly code: string };

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("recipe validate", recipeValidateFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("recipe validate", help));
    return exitCodes.done;
  }
  if (words.length === 0) {
    throw new ConfigError("usage", "Which recipe?", { hint: "Name its file: skein recipe validate FILE" });
  }
  const cwd = process.cwd();
  for (const warning of await learnProviders(cwd)) note(`skein: ${warning}`);
  const recipes: Judged[] = [];
  for (const word of words) recipes.push(await judge(word, cwd, flags.strict ?? false));
  if (flags.json) printJson({ recipes });
  else for (const judged of recipes) show(judged, cwd);
  return recipes.every(({ valid }) => valid) ? exitCodes.done : exitCodes.usage;
};

async function judge(word: string, cwd: string, strict: boolean): Promise<Judged> {
  try {
    const { found, read } = await namedRecipe(word, cwd, { strict });
    const problems = [
      ...read.problems,
      ...unsupported(read, found.file),
      ...unknownProviders(read, found.file),
    ];
    const valid = problems.every(({ severity }) => severity === "warning");
    return { file: found.file ?? word, valid, problems };
  } catch (error) {
    if (!ConfigError.is(error)) throw error;
    const { code, message, hint: fix = "" } = error;
    return { file: word, valid: false, problems: [{ code, severity: "error", message, fix, path: "" }] };
  }
}

/** What the format has and Skein does not. An error where a run would refuse it, as it does for an unknown extension. */
function unsupported({ recipe, places }: ReadRecipe, file: string | undefined): readonly Problem[] {
  return (recipe?.extensions ?? []).flatMap((extension, index) =>
    unsupportedExtensions([extension]).map(({ message, fix, isFatal }): Problem => {
      const path = `extensions[${index}]`;
      const at = places.get(path) ?? places.get(`recipe.${path}`);
      const place = { ...(file === undefined ? {} : { file }), ...at };
      const severity = isFatal ? "error" : "warning";
      return { code: "unsupported-extension", severity, message, fix, path, ...place };
    }),
  );
}

/** A run refuses a recipe none of whose providers is known; what a parameter is to name is judged once it does. */
function unknownProviders({ recipe, places }: ReadRecipe, file: string | undefined): readonly Problem[] {
  if (!recipe) return [];
  const { models, settings } = recipe;
  const named = models.length > 0 ? models.map(({ provider }) => provider) : [settings.provider];
  const unknown = named.flatMap((name) =>
    name === undefined || name.includes("{{") || recipeProviderId(name) !== undefined ? [] : [name],
  );
  if (unknown.length < named.length) return [];
  const path = models.length > 0 ? "model" : "settings.goose_provider";
  const at = places.get(path) ?? places.get(`recipe.${path}`);
  return [
    {
      code: "unknown-provider",
      severity: "error",
      message: `Skein knows no provider that the recipe names: ${[...new Set(unknown)].join(", ")}.`,
      fix: "Correct it, remove it, or run the recipe with --provider and --model.",
      path,
      ...(file === undefined ? {} : { file }),
      ...at,
    },
  ];
}

function show({ file, valid, problems }: Judged, cwd: string): void {
  for (const problem of problems) for (const line of problemLines(problem, cwd)) print(line);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const verdict = valid ? "can run" : `cannot run, ${counted(errors, "error")}`;
  print(
    `${file.length > 200 ? `${file.slice(0, 60)}…` : file}: ${verdict}${warnings === 0 ? "" : `, ${counted(warnings, "warning")}`}`,
  );
}
