import { ConfigError } from "@skein/protocol";
import {
  missingValues,
  parameterValues,
  type Parameter,
  type ReadRecipe,
  type RecipeProblem,
} from "@skein/runtime/recipes";
import type { Prompts } from "../configure/prompts.ts";
import { NotStarted } from "../not-started.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { recipeWord, type NamedRecipe } from "./named-recipe.ts";
import { problemLines } from "./problem-lines.ts";

type Values = Readonly<Record<string, string>>;

export interface GivenValues {
  readonly values: Values;
  /** What somebody may still be asked for. */
  readonly toAsk: readonly Parameter[];
}

export interface ValueOptions {
  /** Where paths of files begin. */
  readonly cwd: string;
  readonly canAsk: boolean;
  /** Gets what does not stop anything: values that nobody uses. */
  readonly warn: (sentence: string) => void;
}

/**
 * Checks all that was given at once. Throws `ConfigError` that names every wrong value, and, where nobody can be asked,
 * every missing one.
 */
export async function givenValues(
  named: NamedRecipe,
  params: Values,
  { cwd, canAsk, warn }: ValueOptions,
): Promise<GivenValues> {
  const { read, found } = named;
  const values = { ...linkValues(read, found.values, warn), ...params };
  const { problems, missing } = await parameterValues(read.parameters, values, { cwd });
  for (const problem of problems) {
    if (problem.severity === "warning") warn(`${problem.message} ${problem.fix}`);
  }
  const wrong = problems.filter(({ severity }) => severity === "error");
  const lacking = canAsk ? [] : missing;
  if (wrong.length + lacking.length > 0) throw badValues(named, [...wrong, ...missingValues(lacking)], cwd);
  // One with a default is asked for, too, where it says so and somebody is there.
  const toAsk = canAsk
    ? read.parameters.filter(
        (parameter) =>
          !Object.hasOwn(values, parameter.key) &&
          (missing.includes(parameter) || parameter.requirement === "user-prompt"),
      )
    : [];
  return { values, toAsk };
}

/** A stranger's link may not choose which of the user's files the model reads. */
function linkValues({ parameters }: ReadRecipe, values: Values, warn: ValueOptions["warn"]): Values {
  const files = parameters.filter(({ type }) => type === "file").map(({ key }) => key);
  const taken = Object.entries(values).filter(([key]) => {
    if (!files.includes(key)) return true;
    warn(`The link names a file for ${key}, which a link may not; give it with --params ${key}=FILE.`);
    return false;
  });
  return Object.fromEntries(taken);
}

function badValues(named: NamedRecipe, problems: readonly RecipeProblem[], cwd: string): ConfigError {
  const lines = problems.map(({ message, fix }) => `  ${message}\n    ${fix}`);
  const missing = problems.filter(({ code }) => code === "missing-value");
  const flags = missing.map(({ path }) => ` --params ${shellWord(path)}=…`).join("");
  const name = recipeWord(named.word, named.found, cwd);
  return new ConfigError("usage", `The recipe ${name} needs other values:\n${lines.join("\n")}`, {
    hint:
      missing.length === 0
        ? "`skein recipe explain RECIPE` lists its parameters."
        : `skein run --recipe ${named.found.from.kind === "link" ? "LINK" : shellWord(named.word)}${flags}`,
  });
}

/**
 * Asks for each, by its type, until it is right. Throws `NotStarted` when the person gives up (Ctrl-C).
 *
 * @returns all values, as texts.
 */
export async function askForValues(
  { values, toAsk }: GivenValues,
  prompts: Pick<Prompts, "select" | "text" | "say">,
  cwd: string,
): Promise<Values> {
  const all: Record<string, string> = { ...values };
  for (const parameter of toAsk) {
    const typed = await askOne(parameter, prompts, cwd);
    if (typed === undefined) {
      throw new NotStarted("cancelled", `There is no value for ${parameter.key}. Nothing was started.`);
    }
    all[parameter.key] = typed;
  }
  return all;
}

async function askOne(
  parameter: Parameter,
  prompts: Pick<Prompts, "select" | "text" | "say">,
  cwd: string,
): Promise<string | undefined> {
  const { key, type, description, options = [] } = parameter;
  const question = cleanText(`${description} (${key}${type === "string" ? "" : `, ${type}`})`);
  if (type === "select" && options.length > 0) {
    const choices = options.map((value) => ({ value, label: value }));
    return prompts.select(question, choices, parameter.default);
  }
  if (type === "boolean") {
    const choices = [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
    return prompts.select(question, choices, parameter.default);
  }
  // What a terminal would obey is not put into its input line.
  const { default: fallback = "" } = parameter;
  for (let initial = cleanText(fallback) === fallback ? parameter.default : undefined; ;) {
    const typed = await prompts.text(question, initial);
    if (typed === undefined) return undefined;
    const { problems } = await parameterValues([parameter], { [key]: typed }, { cwd });
    const [wrong] = problems;
    if (!wrong) return typed;
    prompts.say(
      problemLines({ ...wrong, path: "" }, cwd)
        .map((line) => line.trim())
        .join(" "),
    );
    initial = typed;
  }
}
