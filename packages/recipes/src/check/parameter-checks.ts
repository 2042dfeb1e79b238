import { nearestWord } from "@skein/platform/words";
import { typedText } from "../parameters/typed-text.ts";
import type { RecipeProblem } from "../problems.ts";
import type { TextPosition } from "../read/document-node.ts";
import { report, type Findings } from "../read/findings.ts";
import type { Parameter } from "../recipe.ts";
import { builtinNames } from "../template/tokens.ts";

/** What every recipe can name without declaring it: its own folder. */
export const recipeDirName = "recipe_dir";

/** The first use of a name. */
export interface Use extends TextPosition {
  readonly name: string;
  readonly file?: string;
}

/** @param base - path of the list, `parameters`. */
export function checkParameters(
  findings: Findings,
  parameters: readonly Parameter[],
  uses: readonly Use[],
  base: string,
): void {
  const keys = parameters.map(({ key }) => key);
  for (const [index, parameter] of parameters.entries()) {
    checkOne(findings, parameter, `${base}[${index}]`);
    if (keys.indexOf(parameter.key) < index) {
      report(findings, `${base}[${index}].key`, {
        code: "duplicate-parameter",
        message: `Duplicate parameter ${parameter.key}.`,
        fix: "Rename or remove one of them.",
      });
    }
    if (!uses.some(({ name }) => name === parameter.key)) {
      report(findings, `${base}[${index}].key`, {
        code: "unused-parameter",
        message: `The parameter ${parameter.key} is not used.`,
        fix: `Write {{ ${parameter.key} }} where its value belongs, or remove it.`,
      });
    }
  }
  for (const use of uses) {
    const isKnown = use.name === recipeDirName || builtinNames.has(use.name) || keys.includes(use.name);
    if (!isKnown) findings.problems.push(unknownUse(use, keys, findings));
  }
}

function unknownUse(
  { name, line, column, file }: Use,
  keys: readonly string[],
  findings: Findings,
): RecipeProblem {
  const near = nearestWord(name, keys);
  const place = file ?? findings.file;
  return {
    code: "unknown-parameter",
    severity: "error",
    message: `${name} is used but is not a parameter.`,
    fix:
      near === undefined
        ? `Add it to the parameters, or write {% raw %}{{ ${name} }}{% endraw %} to keep the braces.`
        : `Did you mean ${near}? Otherwise add ${name} to the parameters.`,
    path: "",
    line,
    column,
    ...(place === undefined ? {} : { file: place }),
  };
}

function checkOne(findings: Findings, parameter: Parameter, path: string): void {
  const { key, type, requirement, options } = parameter;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) || key === recipeDirName) {
    report(findings, `${path}.key`, {
      code: "bad-value",
      message: `${JSON.stringify(key)} is not a valid parameter name.`,
      fix:
        key === recipeDirName
          ? "Choose another name: this one always means the recipe's folder."
          : "Use letters, digits and underscores, starting with a letter.",
    });
  }
  if (type === "select" && (options === undefined || options.length === 0)) {
    report(findings, path, {
      code: "missing-options",
      message: `The parameter ${key} is a select without options.`,
      fix: 'Add "options:" with a list of texts.',
    });
  }
  if (type !== "select" && options !== undefined) {
    report(findings, `${path}.options`, {
      code: "unused-options",
      message: `The parameter ${key} has options but is not a select.`,
      fix: 'Set "input_type: select", or remove the options.',
      severity: "warning",
    });
  }
  checkDefault(findings, parameter, path);
  if (requirement === "optional" && parameter.default === undefined) {
    report(findings, path, {
      code: "missing-default",
      message: `The parameter ${key} is optional but has no default.`,
      fix: 'Add "default: …" (it may be empty), or set "requirement: required".',
    });
  }
}

function checkDefault(findings: Findings, parameter: Parameter, path: string): void {
  const { key, type } = parameter;
  if (parameter.default === undefined) return;
  if (type === "file") {
    report(findings, `${path}.default`, {
      code: "file-default",
      message: `The parameter ${key} is a file and must not have a default.`,
      fix: "Remove the default: a recipe must not choose which of the user's files to read.",
    });
    return;
  }
  // Empty: nothing, whatever the type.
  if (parameter.default === "") return;
  const typed = typedText(parameter, parameter.default);
  if ("wrong" in typed && (type !== "select" || parameter.options?.length)) {
    report(findings, `${path}.default`, {
      code: "bad-default",
      message: `The default of ${key} is ${JSON.stringify(parameter.default)}.`,
      fix: `It must be ${typed.wrong}.`,
    });
  }
}
