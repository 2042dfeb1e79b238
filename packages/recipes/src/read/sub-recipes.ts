import { resolve } from "node:path";
import { nearestWord } from "@skein/platform/words";
import { messageOf } from "@skein/protocol";
import { recipeDirName } from "../check/parameter-checks.ts";
import type { RecipeFiles } from "../files.ts";
import type { SubRecipe } from "../recipe.ts";
import type { RecipeText } from "./recipe-text.ts";
import { isTemplate } from "./plain-value.ts";
import { report, type Findings } from "./findings.ts";
import { maxBytes } from "./document-limits.ts";
import { hasNoErrors, type ReadRecipe, type ReadSubRecipe, type RecipeContent } from "./reading.ts";

interface SubRecipeReading {
  readonly source: ReadRecipe["source"];
  readonly files: RecipeFiles;
  readonly known: Map<string, ReadRecipe | "open">;
  readonly findings: Findings;
  readonly prefix: string;
  readonly read: (part: RecipeContent) => Promise<ReadRecipe>;
}

/** Many, and no recipe that anybody wrote. */
const maxRecipes = 200;

/** Reads the sub-recipes and theirs, each file once. */
export async function readSubRecipes(
  subRecipes: readonly SubRecipe[],
  reading: SubRecipeReading,
): Promise<readonly ReadSubRecipe[]> {
  const { source, known, files } = reading;
  const own = source.file === undefined ? undefined : await files.realPath(resolve(source.file));
  if (own !== undefined) known.set(own, "open");
  const read: ReadSubRecipe[] = [];
  for (const [index, subRecipe] of subRecipes.entries()) {
    read.push(await readOne(subRecipe, `${reading.prefix}sub_recipes[${index}]`, reading));
  }
  return read;
}

async function readOne(
  { name, path, values }: SubRecipe,
  field: string,
  { source, files, known, findings, read: readPart }: SubRecipeReading,
): Promise<ReadSubRecipe> {
  const written = path.replaceAll(new RegExp(`\\{\\{-?\\s*${recipeDirName}\\s*-?\\}\\}`, "g"), source.folder);
  if (isTemplate(written)) return { name };
  const wanted = resolve(source.folder, written);
  let file: string | undefined;
  let text: RecipeText | undefined;
  try {
    file = await files.realPath(wanted);
    text = file === undefined || known.has(file) ? undefined : await files.read(file, maxBytes);
  } catch (error) {
    report(findings, `${field}.path`, {
      code: "sub-recipe-not-found",
      message: `The sub-recipe ${name} cannot be read: ${messageOf(error)}.`,
      fix: "Check the file.",
    });
    return { name };
  }
  if (file === undefined && files.noneBecause !== undefined) {
    report(findings, `${field}.path`, {
      code: "sub-recipe-not-found",
      message: `The sub-recipe ${name} cannot be used: ${files.noneBecause}.`,
      fix: "Save the recipe in a file beside its sub-recipes, and run that file.",
    });
    return { name };
  }
  if (file === undefined) {
    report(findings, `${field}.path`, {
      code: "sub-recipe-not-found",
      message: `The sub-recipe ${name} was not found: ${wanted}.`,
      fix: "Fix the path; it is relative to the recipe's folder.",
    });
    return { name };
  }
  const before = known.get(file);
  if (before === "open") {
    report(findings, `${field}.path`, {
      code: "sub-recipe-cycle",
      message: `The sub-recipe ${name} is this recipe, or includes it.`,
      fix: "Remove it: a run would never end.",
    });
    return { name, file };
  }
  if (before === undefined && known.size >= maxRecipes) return { name, file };
  if (before === undefined) known.set(file, "open");
  const read = before ?? (await readPart({ ...(text ?? { text: "" }), file }));
  known.set(file, read);
  checkPart(read, { name, values, field, findings });
  return { name, file, read };
}

interface Part {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly field: string;
  readonly findings: Findings;
}

function checkPart(read: ReadRecipe, { name, values, field, findings }: Part): void {
  if (!hasNoErrors(read.problems)) {
    const [first] = read.problems.filter(({ severity }) => severity === "error");
    report(findings, `${field}.path`, {
      code: "sub-recipe-invalid",
      message: `The sub-recipe ${name} cannot be used: ${first?.message}`,
      fix: `Fix ${read.source.file}; this recipe runs, and calling the sub-recipe fails.`,
      severity: "warning",
    });
  }
  const keys = read.parameters.map(({ key }) => key);
  for (const key of Object.keys(values)) {
    if (keys.includes(key) || read.recipe === undefined) continue;
    const near = nearestWord(key, keys);
    report(findings, `${field}.values.${key}`, {
      code: "sub-recipe-value",
      message: `The sub-recipe ${name} has no parameter ${key}.`,
      fix: near === undefined ? "Remove the value, or add the parameter there." : `Did you mean ${near}?`,
      severity: "warning",
    });
  }
}
