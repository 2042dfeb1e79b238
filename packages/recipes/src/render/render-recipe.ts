import { resolve } from "node:path";
import { messageOf } from "@skein/protocol";
import { checkRecipe } from "../check/recipe-checks.ts";
import { filesOnDisk, type RecipeFiles } from "../files.ts";
import { missingValues } from "../parameters/parameter-values.ts";
import type { RecipeProblem } from "../problems.ts";
import { report, type Findings } from "../read/findings.ts";
import { readDocument } from "../read/read-document.ts";
import { placeOf, reportFault } from "../read/read-recipe.ts";
import { hasNoErrors, type ReadRecipe } from "../read/reading.ts";
import { recipeOf } from "../read/recipe-fields.ts";
import type { Recipe, SubRecipe } from "../recipe.ts";
import { fillTemplates } from "./fill-templates.ts";
import { recipeYaml } from "./recipe-yaml.ts";

export interface RenderedRecipe {
  readonly problems: readonly RecipeProblem[];
  /** Filled in, with the absolute paths of its sub-recipes. Absent when there are errors. */
  readonly recipe?: Recipe;
  /** The same as YAML, in the names of the format. */
  readonly text?: string;
}

export interface RenderOptions {
  /** Default: those of this machine. */
  readonly files?: RecipeFiles;
}

/**
 * A recipe with values for its parameters. A value is only ever text in a field: it cannot add keys, end a string or
 * become a template. A field that is one number or boolean parameter and nothing else has that type.
 *
 * @param values - those of `parameterValues`.
 */
export async function renderRecipe(
  read: ReadRecipe,
  values: Readonly<Record<string, string>>,
  { files = filesOnDisk }: RenderOptions = {},
): Promise<RenderedRecipe> {
  const errors = read.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { problems: errors };
  const missing = read.parameters.filter(({ key }) => !Object.hasOwn(values, key));
  if (missing.length > 0) return { problems: missingValues(missing) };

  const { file } = read.source;
  const findings: Findings = {
    file,
    strict: false,
    templates: false,
    problems: [],
    places: new Map(read.places),
  };
  const failed = () => ({ problems: findings.problems.map((problem) => placedAsRead(problem, read)) });
  const filled = await fillTemplates(read, values);
  if ("nothing" in filled) {
    reportNothing(findings, read, filled.nothing);
    return { problems: findings.problems };
  }
  if ("fault" in filled) {
    const template = read.templates.find(({ name }) => name === (filled.template ?? "")) ?? read.templates[0];
    if (template) reportFault(findings, template, filled);
    return { problems: findings.problems };
  }
  const document = await readDocument(filled.text, { file, fill: (text) => filled.marks.fill(text) });
  findings.problems.push(...document.problems);
  const recipe = document.root && recipeOf(findings, document.root);
  if (!recipe) return failed();
  const prefix = findings.places.has("recipe") ? "recipe." : "";
  await checkRecipe(findings, recipe, prefix);
  const subRecipes = await Promise.all(
    recipe.subRecipes.map((subRecipe, index) =>
      located(subRecipe, { read, files, findings, path: `${prefix}sub_recipes[${index}].path` }),
    ),
  );
  const problems = findings.problems.filter(({ severity }) => severity === "error");
  if (!hasNoErrors(problems)) return failed();
  const rendered = { ...recipe, subRecipes };
  return { problems: [], recipe: rendered, text: await recipeYaml(rendered) };
}

interface Location {
  readonly read: ReadRecipe;
  readonly files: RecipeFiles;
  readonly findings: Findings;
  readonly path: string;
}

async function located(subRecipe: SubRecipe, { read, files, findings, path }: Location): Promise<SubRecipe> {
  const wanted = resolve(read.source.folder, subRecipe.path);
  const fault = (message: string) =>
    report(findings, path, {
      code: "sub-recipe-not-found",
      message,
      fix: "Fix the path; it is relative to the recipe's folder.",
    });
  try {
    const file = await files.realPath(wanted);
    if (file === undefined) fault(`The sub-recipe ${subRecipe.name} was not found: ${wanted}.`);
    return { ...subRecipe, path: file ?? wanted };
  } catch (error) {
    fault(`The sub-recipe ${subRecipe.name} cannot be read: ${messageOf(error)}.`);
    return subRecipe;
  }
}

/** Reports the line of the field as it was written: lines of the rendered text do not help. */
function placedAsRead(problem: RecipeProblem, { places }: ReadRecipe): RecipeProblem {
  const place = places.get(problem.path);
  const { line: _line, column: _column, ...rest } = problem;
  return place === undefined ? rest : { ...rest, ...place };
}

function reportNothing(
  findings: Findings,
  { templates }: ReadRecipe,
  { template, offset }: { readonly template: string; readonly offset: number },
): void {
  const found = templates.find(({ name }) => name === template);
  if (!found) return;
  findings.problems.push({
    code: "bad-template",
    severity: "error",
    message: "This expression has no value.",
    fix: "Use a name that is defined, or add a filter: | default('…').",
    path: "",
    ...(found.file === undefined ? {} : { file: found.file }),
    ...placeOf(found.text, offset),
  });
}
