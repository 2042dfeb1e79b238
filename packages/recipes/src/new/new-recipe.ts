import type { JsonObject } from "@skein/protocol";
import type { Parameter } from "../recipe.ts";
import { yamlOf, type YamlSection } from "./yaml-sections.ts";

/** What somebody who begins a recipe has answered. */
export interface RecipeAnswers {
  readonly title: string;
  readonly description: string;
  /** May hold parameters: their key between double braces. */
  readonly prompt: string;
  readonly instructions?: string;
  /** Those that the texts use need not be here: they become required texts. */
  readonly parameters?: readonly Parameter[];
  /** Sentences for the comments of the file: how to check it, and how to run it with values. Default: none. */
  readonly howTo?: { readonly check: string; readonly giveValues: string };
  /** Names of built-in extensions; absent: the user's own. */
  readonly extensions?: readonly string[];
}

/**
 * A recipe's file to go on from, with comments and with examples of what it does not use. It validates if the
 * parameters do: one that no text uses is put at the end of the prompt.
 */
export function newRecipe(answers: RecipeAnswers): Promise<string> {
  const { title, description, instructions, extensions, parameters = [], howTo } = answers;
  const texts = [answers.prompt, instructions ?? ""];
  const used = new Set(
    texts.flatMap((text) => [...text.matchAll(/\{\{-?\s*([A-Za-z_]\w*)/g)].map(([, key = ""]) => key)),
  );
  const unused = parameters.filter(({ key }) => !used.has(key));
  const prompt = [answers.prompt, ...unused.map(({ key }) => `${key}: {{ ${key} }}`)].join("\n");
  const implied = [...used].filter(
    (key) => key !== "recipe_dir" && !parameters.some((each) => each.key === key),
  );
  const all = [...parameters.map(documentOf), ...implied.map(impliedDocument)];
  return yamlOf([
    {
      comment: ["A recipe: a task that can be run again.", ...(howTo ? [howTo.check] : [])],
      key: "version",
      value: "1.0.0",
    },
    { key: "title", value: title },
    { key: "description", value: description },
    instructions === undefined
      ? {
          comment: ["How the model should work. Added to the system prompt."],
          key: "instructions",
          value: "Work carefully. Read before you change anything.",
          isExample: true,
        }
      : {
          comment: ["How the model should work. Added to the system prompt."],
          key: "instructions",
          value: instructions,
        },
    {
      comment: ["The first message. Write a parameter as its key in double braces."],
      key: "prompt",
      value: prompt,
    },
    parametersSection(all, howTo?.giveValues),
    extensionsSection(extensions),
    ...examples,
  ]);
}

function parametersSection(parameters: readonly JsonObject[], giveValues: string | undefined): YamlSection {
  const comment = [
    `Values that change from run to run${giveValues === undefined ? "." : `: ${giveValues}`}`,
    "An input_type is string, number, boolean, date, file or select (with options).",
    "A requirement is required, optional (with a default) or user_prompt (asked for).",
  ];
  if (parameters.length > 0) return { comment, key: "parameters", value: parameters };
  const example = {
    key: "topic",
    input_type: "string",
    requirement: "required",
    description: "What it is about",
  };
  return { comment, key: "parameters", value: [example], isExample: true };
}

function extensionsSection(extensions: readonly string[] | undefined): YamlSection {
  const comment = ["The extensions it may use. Without this field, the user's extensions."];
  const value = (extensions ?? ["developer"]).map((name) => ({ type: "builtin", name }));
  return { comment, key: "extensions", value, ...(extensions ? {} : { isExample: true }) };
}

const examples: readonly YamlSection[] = [
  {
    comment: ["Checks at the end. If one fails, the agent tries again, at most max_retries times."],
    key: "retry",
    value: { max_retries: 2, checks: [{ type: "shell", command: "npm test" }] },
    isExample: true,
  },
  {
    comment: ["The output schema: the result as JSON Schema."],
    key: "response",
    value: {
      json_schema: { type: "object", properties: { summary: { type: "string" } }, required: ["summary"] },
    },
    isExample: true,
  },
  {
    comment: ["Narrows the user's permissions and limits what a run may cost."],
    key: "permissions",
    value: { mode: "smart_approve" },
    isExample: true,
  },
  { key: "budget", value: { max_cost_usd: 0.5 }, isExample: true },
];

function documentOf(parameter: Parameter): JsonObject {
  const { key, type, requirement, description, options } = parameter;
  return {
    key,
    input_type: type,
    requirement: requirement === "user-prompt" ? "user_prompt" : requirement,
    description,
    ...(parameter.default === undefined ? {} : { default: parameter.default }),
    ...(options === undefined ? {} : { options }),
  };
}

function impliedDocument(key: string): JsonObject {
  return {
    key,
    input_type: "string",
    requirement: "required",
    description: `The ${key.replaceAll("_", " ")}`,
  };
}
