import { dirname, resolve } from "node:path";
import { checkParameters, type Use } from "../check/parameter-checks.ts";
import { unknownFilters } from "../check/known-filters.ts";
import { checkRecipe } from "../check/recipe-checks.ts";
import { hiddenCharacters } from "../check/hidden-characters.ts";
import { filesOnDisk, type RecipeFiles } from "../files.ts";
import type { RecipeProblem } from "../problems.ts";
import { templateEngine, type TemplateFault } from "../template/engine.ts";
import { expandTemplates } from "../template/expand.ts";
import { includedTemplates, usesOtherTemplates, type Template } from "../template/included.ts";
import { segmentsOf } from "../template/segments.ts";
import { variablesOf } from "../template/variables.ts";
import type { TextPosition } from "./document-node.ts";
import { report, type Findings } from "./findings.ts";
import { maxBytes } from "./document-limits.ts";
import { readDocument } from "./read-document.ts";
import { recipeOf } from "./recipe-fields.ts";
import { hasNoErrors, type ReadRecipeOptions, type ReadRecipe, type RecipeContent } from "./reading.ts";
import { readSubRecipes } from "./sub-recipes.ts";

/** Different names in the templates of one recipe. */
const maxNames = 1000;
/** Openings of outputs, tags and comments in one text. */
const maxOpenings = 20_000;

/**
 * Reads a recipe and finds all that is wrong with it before anything runs: also in what it includes and in its
 * sub-recipes. Nothing is started, and only files are read: those it includes from its own folder, and its sub-recipes.
 */
export function readRecipe(source: RecipeContent, options: ReadRecipeOptions = {}): Promise<ReadRecipe> {
  return readWithin(source, options, new Map());
}

/** @param known - recipes by their real path: those read, and `open` those of which this one is a part. */
async function readWithin(
  {
    text: given,
    file,
    guess = "",
    folder = file === undefined ? process.cwd() : dirname(file),
  }: RecipeContent,
  options: ReadRecipeOptions,
  known: Map<string, ReadRecipe | "open">,
): Promise<ReadRecipe> {
  const { strict = false, files = filesOnDisk } = options;
  const text = given.replace(/^\uFEFF/, "");
  const source = { text, folder: resolve(folder), ...(file === undefined ? {} : { file }) };
  const findings: Findings = { file, strict, templates: true, problems: [], places: new Map() };
  const main: Template = { name: "", text, guess, segments: [], ...(file === undefined ? {} : { file }) };
  const unread = (): ReadRecipe => ({
    source,
    problems: findings.problems,
    parameters: [],
    templates: [main],
    subRecipes: [],
    strict,
    places: new Map(),
  });
  if (Buffer.byteLength(text) > maxBytes) {
    findings.problems.push(...(await readDocument(text, { file })).problems);
    return unread();
  }
  if ((text.match(/\{[{%#]/g)?.length ?? 0) > maxOpenings) {
    report(findings, "", {
      code: "too-large",
      message: `The text has more than ${maxOpenings} template parts.`,
      fix: "Use fewer braces: move long texts into separate files and name them in the prompt.",
    });
    return unread();
  }

  const templates = await readTemplates(main, source.folder, files, findings);
  for (const template of templates) {
    reportGuess(findings, template);
    reportHidden(findings, template);
  }
  const [first = main] = templates;
  const isExpanded = usesOtherTemplates(first.segments);
  const expanded = isExpanded && hasNoErrors(findings.problems) ? await expandTemplates(templates) : { text };
  if ("fault" in expanded) {
    reportFault(findings, templates.find(({ name }) => name === expanded.template) ?? first, expanded);
  }
  const document = "fault" in expanded ? { problems: [] } : await readDocument(expanded.text, { file });
  const joined = isExpanded ? document.problems.map(inJoined(templates)) : document.problems;
  findings.problems.push(...joined);
  if (document.root === undefined) {
    return { ...unread(), templates, problems: inOrder(findings.problems) };
  }

  const recipe = recipeOf(findings, document.root);
  const prefix = findings.places.has("recipe") ? "recipe." : "";
  if (recipe) {
    const uses = firstUses(templates);
    checkParameters(findings, recipe.parameters, uses, `${prefix}parameters`);
    await checkRecipe(findings, recipe, prefix);
  }
  const subRecipes = recipe
    ? await readSubRecipes(recipe.subRecipes, {
        source,
        files,
        known,
        findings,
        prefix,
        read: (part) => readWithin(part, options, known),
      })
    : [];
  // What is put together from several files has no lines of its own.
  const problems = isExpanded ? findings.problems.map(withoutPlace(file)) : findings.problems;
  return {
    source,
    problems: inOrder(problems),
    ...(recipe === undefined ? {} : { recipe }),
    parameters: recipe?.parameters ?? [],
    templates,
    subRecipes,
    strict,
    places: isExpanded ? new Map() : findings.places,
  };
}

async function readTemplates(
  main: Template,
  folder: string,
  files: RecipeFiles,
  findings: Findings,
): Promise<readonly Template[]> {
  if (!/\{[{%#]/.test(main.text)) {
    return [{ ...main, segments: main.text === "" ? [] : [{ kind: "text", text: main.text, offset: 0 }] }];
  }
  const engine = await templateEngine();
  const parsed = { ...main, segments: segmentsOf(main.text, (text) => engine.parses(text)) };
  const included = await includedTemplates(parsed, folder, { engine, files });
  for (const { template, offset, code, message, fix } of included.findings) {
    const at = placeOf(template.text, offset);
    findings.problems.push({
      code,
      severity: "error",
      message,
      fix,
      path: "",
      ...fileOf(template, findings),
      ...at,
    });
  }
  const templates = [parsed, ...included.templates];
  for (const template of templates) {
    const fault = engine.syntaxFault(withoutBraces(template));
    if (fault) reportFault(findings, template, fault);
    for (const { kind, name, offset } of unknownFilters(template, engine)) {
      const at = placeOf(template.text, offset);
      reportFault(findings, template, { fault: `there is no ${kind} ${name}`, ...at });
    }
  }
  return templates;
}

/** Braces that hold no expression, and so are text, blanked out. */
function withoutBraces({ segments }: Template): string {
  return segments
    .map((segment) =>
      segment.kind === "braces"
        ? segment.text.replaceAll(/[{}]/g, " ")
        : "text" in segment
          ? segment.text
          : segment.open + segment.body + segment.close,
    )
    .join("");
}

export function reportFault(findings: Findings, template: Template, fault: TemplateFault): void {
  findings.problems.push({
    code: "bad-template",
    severity: "error",
    message: `Invalid template: ${fault.fault}.`,
    fix: "Fix it, or put text with braces between {% raw %} and {% endraw %}.",
    path: "",
    ...fileOf(template, findings),
    ...(fault.line === undefined ? {} : { line: fault.line, column: fault.column ?? 1 }),
  });
}

function reportGuess(findings: Findings, template: Template): void {
  if (template.guess === "") return;
  findings.problems.push({
    code: "guessed-encoding",
    severity: "warning",
    message: `The text is not UTF-8: ${template.guess}.`,
    fix: "Save it as UTF-8.",
    path: "",
    ...fileOf(template, findings),
  });
}

function reportHidden(findings: Findings, template: Template): void {
  for (const { name, at } of hiddenCharacters(template.text)) {
    findings.problems.push({
      code: "hidden-character",
      severity: "error",
      message: `Hidden character ${name}: the model reads it, but people cannot see it.`,
      fix: "Remove it. If it is intended, write it as an escape in a quoted string.",
      path: "",
      ...fileOf(template, findings),
      ...at,
    });
  }
}

/** The first use of each name, at most as many as anybody reads of. */
function firstUses(templates: readonly Template[]): readonly Use[] {
  const uses = new Map<string, Use>();
  for (const { text, segments, file } of templates) {
    for (const { name, offset } of variablesOf(segments)) {
      if (uses.has(name) || uses.size >= maxNames) continue;
      uses.set(name, { name, ...placeOf(text, offset), ...(file === undefined ? {} : { file }) });
    }
  }
  return [...uses.values()];
}

function fileOf(template: Template, findings: Findings): { readonly file?: string } {
  const named = template.file ?? findings.file;
  return named === undefined ? {} : { file: named };
}

export function placeOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}

/** A problem in a text that was assembled from several files, so that it has no line of its own. */
function inJoined(templates: readonly Template[]) {
  const files = templates.slice(1).map(({ name }) => name);
  return ({ line: _line, column: _column, message, ...rest }: RecipeProblem): RecipeProblem => ({
    ...rest,
    message: `With ${files.join(", ")} included: ${message}`,
  });
}

function withoutPlace(file: string | undefined) {
  return (problem: RecipeProblem): RecipeProblem => {
    if (problem.path === "" || problem.file !== file) return problem;
    const { line: _line, column: _column, ...rest } = problem;
    return rest;
  };
}

function inOrder(problems: readonly RecipeProblem[]): readonly RecipeProblem[] {
  return problems.toSorted(
    (one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
  );
}
