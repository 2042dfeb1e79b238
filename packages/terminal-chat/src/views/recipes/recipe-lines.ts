import { counted } from "@skein/protocol";
import {
  namedLines,
  markLineBreaks,
  problemLines,
  recipeWord,
  type DescribedRecipe,
  type UsableRecipe,
} from "@skein/host/recipes";
import type { CheckedRecipe } from "@skein/command-line/recipes";
import { describePlace, explainRecipe, hasNoErrors, type ListedRecipe } from "@skein/recipes";
import { shortFolder } from "@skein/terminal";
import { table } from "@skein/terminal/table";

/** What a recipe is and would start, with what somebody has to agree to. */
export function explainedLines(
  { found, read }: UsableRecipe,
  { consent, commands }: Pick<DescribedRecipe, "consent" | "commands">,
): readonly string[] {
  const values = Object.entries(found.values).map(([key, value]) => `${key}=${value}`);
  return [
    ...explainRecipe(read),
    ...withTitle("Values of the link:", values),
    ...withTitle("File:", found.file === undefined ? [] : [found.file]),
    ...(consent === null
      ? []
      : [
          ...withTitle("Files that its commands name:", namedLines(commands)),
          ...withTitle("Consent:", [
            `SHA-256 ${consent.sha256}`,
            consent.isAgreedTo ? "you have agreed to it" : "not agreed to yet",
          ]),
        ]),
  ];
}

function withTitle(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

/** Which recipe it is that runs: a name may lead to another file than somebody thinks. */
export function originLine({ found, recipe }: UsableRecipe, cwd: string): string {
  const { from } = found;
  const title = markLineBreaks(recipe.title);
  if (from.kind === "link") return `Recipe: ${title} (a link)`;
  const place = recipeWord(found, cwd);
  return `Recipe: ${title} (${place}${from.kind === "github" ? `, of ${describePlace(from)}` : ""})`;
}

const columns = [{ title: "NAME" }, { title: "FROM" }, { title: "TITLE" }];

/** Recipes that have a name. @param check - the command that says why one cannot run. */
export function recipeTable(
  recipes: readonly ListedRecipe[],
  { width, check }: { readonly width: number; readonly check: (name: string) => string },
): string {
  const rows = recipes.map(({ name, title = "", from, shadowedBy, problems }) => {
    const place = describePlace({ ...from, where: shortFolder(from.where) });
    if (shadowedBy !== undefined) return [name, place, `${title} (${shortFolder(shadowedBy)} counts)`];
    return [name, place, hasNoErrors(problems) ? title : `${title} (cannot run: ${check(name)})`];
  });
  return table(columns, rows, width);
}

const longestName = 200;

/** All that is wrong with a recipe, and whether it can run. */
export function checkedLines({ file, valid, problems }: CheckedRecipe, cwd: string): readonly string[] {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const name = file.length > longestName ? `${file.slice(0, 60)}…` : file;
  const verdict = valid ? "can run" : `cannot run, ${counted(errors, "error")}`;
  return [
    ...problems.flatMap((problem) => problemLines(problem, cwd)),
    `${name}: ${verdict}${warnings === 0 ? "" : `, ${counted(warnings, "warning")}`}`,
  ];
}
