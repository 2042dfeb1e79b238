import { resolve } from "node:path";
import { nearestWord } from "@skein/platform/words";
import { messageOf } from "@skein/protocol";
import type { RecipeText } from "../read/recipe-text.ts";
import { filesOnDisk, type RecipeFiles } from "../files.ts";
import type { RecipeProblem } from "../problems.ts";
import type { Parameter } from "../recipe.ts";
import { typedText } from "./typed-text.ts";

export interface ParameterOptions {
  /** Where the paths of `file` parameters begin. */
  readonly cwd: string;
  /** Default: those of this machine. */
  readonly files?: RecipeFiles;
}

export interface ParameterValues {
  /** What is wrong with what was given; not what is missing. */
  readonly problems: readonly RecipeProblem[];
  /** As templates see them: with defaults, files read, booleans as `true` and `false`. */
  readonly values: Readonly<Record<string, string>>;
  /** Neither given nor defaulted: to be asked for, or the run cannot start. */
  readonly missing: readonly Parameter[];
}

/** Of a file given as a parameter. */
const maxFileBytes = 1024 * 1024;

/** Checks what was given by type. */
export async function parameterValues(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, string>>,
  { cwd, files = filesOnDisk }: ParameterOptions,
): Promise<ParameterValues> {
  const problems: RecipeProblem[] = [];
  const values = new Map<string, string>();
  const missing: Parameter[] = [];
  for (const parameter of parameters) {
    const { key, type } = parameter;
    const text = Object.hasOwn(given, key) ? given[key] : undefined;
    if (text === undefined) {
      if (parameter.default === undefined) missing.push(parameter);
      else values.set(key, defaultOf(parameter));
      continue;
    }
    const typed = typedText(parameter, text);
    if ("wrong" in typed) {
      problems.push(
        wrongValue(key, `The value of ${key} is ${JSON.stringify(text)}.`, `It must be ${typed.wrong}.`),
      );
      continue;
    }
    if (type !== "file") {
      values.set(key, typed.text);
      continue;
    }
    const read = await readGiven(resolve(cwd, text), files);
    if ("text" in read) {
      values.set(key, read.text);
      if (read.guess !== "") problems.push(guessed(key, read));
    } else {
      problems.push({
        code: "unreadable-file",
        severity: "error",
        message: `The file for ${key} cannot be read: ${read.fault}.`,
        fix: "Give the path of a text file.",
        path: key,
      });
    }
  }
  for (const key of Object.keys(given)) {
    if (!parameters.some((parameter) => parameter.key === key)) problems.push(unknownValue(key, parameters));
  }
  return { problems, values: Object.fromEntries(values), missing };
}

/** A problem for each missing value, for when no one can be asked. */
export function missingValues(missing: readonly Parameter[]): readonly RecipeProblem[] {
  return missing.map(({ key, description, type }) => ({
    code: "missing-value",
    severity: "error",
    message: `There is no value for ${key} (${type}): ${description}`,
    fix: `Give a value for ${key}.`,
    path: key,
  }));
}

function defaultOf(parameter: Parameter): string {
  const { default: text = "" } = parameter;
  const typed = typedText(parameter, text);
  return "text" in typed ? typed.text : text;
}

async function readGiven(path: string, files: RecipeFiles): Promise<RecipeText | { readonly fault: string }> {
  try {
    const read = await files.read(path, maxFileBytes);
    if (!read) return { fault: `there is no ${path}` };
    return read.text.includes("\0") ? { fault: `${path} is not text` } : read;
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

function guessed(key: string, { guess }: RecipeText): RecipeProblem {
  return {
    code: "guessed-encoding",
    severity: "warning",
    message: `The file for ${key} is not UTF-8: ${guess}.`,
    fix: "Save it as UTF-8.",
    path: key,
  };
}

function wrongValue(key: string, message: string, fix: string): RecipeProblem {
  return { code: "bad-parameter-value", severity: "error", message, fix, path: key };
}

function unknownValue(key: string, parameters: readonly Parameter[]): RecipeProblem {
  const keys = parameters.map((parameter) => parameter.key);
  const near = nearestWord(key, keys);
  const known = keys.length === 0 ? "The recipe has no parameters." : `Known: ${keys.join(", ")}.`;
  return {
    code: "unknown-value",
    severity: "warning",
    message: `The recipe has no parameter ${key}; its value is not used.`,
    fix: near === undefined ? known : `Did you mean ${near}?`,
    path: key,
  };
}
