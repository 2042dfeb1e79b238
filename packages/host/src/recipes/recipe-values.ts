import { ConfigError, NotStartedError } from "@skein/protocol";
import {
  missingValues,
  parameterValues,
  type Parameter,
  type ReadRecipe,
  type RecipeProblem,
} from "@skein/recipes";
import { recipeWord, type NamedRecipe } from "./named-recipe.ts";

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
  /** Receives warnings: values that are not used. */
  readonly warn: (sentence: string) => void;
}

/**
 * Checks all that was given at once. Throws `ConfigError` that names every wrong value, and, where no one is available to ask,
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
    warn(`The link names a file for ${key}, which a link may not; give the value of ${key} yourself.`);
    return false;
  });
  return Object.fromEntries(taken);
}

function badValues(named: NamedRecipe, problems: readonly RecipeProblem[], cwd: string): ConfigError {
  const lines = problems.map(({ message, fix }) => `  ${message}\n    ${fix}`);
  const missing = problems.filter(({ code }) => code === "missing-value").map(({ path }) => path);
  const name = recipeWord(named.found, cwd);
  const word = named.found.from.kind === "link" ? {} : { recipe: named.word };
  return new ConfigError("usage", `The recipe ${name} needs other values:\n${lines.join("\n")}`, {
    nextStep:
      missing.length === 0
        ? { do: "list-parameters", ...word }
        : { do: "give-values", ...word, keys: missing },
  });
}

export interface ValueQuestion {
  readonly parameter: Parameter;
  /** To begin with: its default, or what was answered before. */
  readonly initial: string | undefined;
  /** What is wrong with the answer before. */
  readonly problem?: RecipeProblem;
}

/** Asks a person for a value, as text; `undefined` gives up. */
export type AskForValue = (question: ValueQuestion) => Promise<string | undefined>;

/**
 * Asks for each until it is right. Throws `NotStartedError` when the person gives up.
 *
 * @returns all values, as texts.
 */
export async function askForValues(
  { values, toAsk }: GivenValues,
  ask: AskForValue,
  cwd: string,
): Promise<Values> {
  const all: Record<string, string> = { ...values };
  for (const parameter of toAsk) {
    const answer = await askOne(parameter, ask, cwd);
    if (answer === undefined) {
      throw new NotStartedError("cancelled", `There is no value for ${parameter.key}. Nothing was started.`);
    }
    all[parameter.key] = answer;
  }
  return all;
}

async function askOne(parameter: Parameter, ask: AskForValue, cwd: string): Promise<string | undefined> {
  const { key } = parameter;
  for (let question: ValueQuestion = { parameter, initial: parameter.default }; ;) {
    const answer = await ask(question);
    if (answer === undefined) return undefined;
    const { problems } = await parameterValues([parameter], { [key]: answer }, { cwd });
    const [problem] = problems;
    if (!problem) return answer;
    question = { parameter, initial: answer, problem };
  }
}
