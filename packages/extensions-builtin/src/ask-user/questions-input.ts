import {
  isJsonObject,
  type Clarification,
  type JsonValue,
  type StandardIssue,
  type StandardSchema,
} from "@skein/protocol";

export interface AskedQuestions {
  readonly questions: readonly Clarification[];
  /** Added by the agent: one for each question. */
  readonly answers?: readonly (string | readonly string[])[];
}

const mostQuestions = 5;
const mostOptions = 10;

const schema = {
  type: "object",
  properties: {
    questions: {
      type: "array",
      maxItems: mostQuestions,
      items: {
        type: "object",
        properties: {
          question: { type: "string" },
          options: {
            type: "array",
            items: { type: "string" },
            description: "What to choose from; other answers stay possible.",
          },
          multiple: { type: "boolean", description: "Several options may be chosen." },
        },
        required: ["question"],
        additionalProperties: false,
      },
    },
  },
  required: ["questions"],
  additionalProperties: false,
};

/** The validation is small: nothing is loaded for it. `answers` are not the model's to give: its schema has none. */
export const questionsInput: StandardSchema<AskedQuestions> = {
  "~standard": {
    version: 1,
    vendor: "skein",
    validate(value) {
      const given = value as JsonValue;
      const questions = isJsonObject(given) ? given["questions"] : undefined;
      if (!Array.isArray(questions) || questions.length === 0 || questions.length > mostQuestions)
        return { issues: [{ path: ["questions"], message: `expected 1 to ${mostQuestions} questions` }] };
      const issues = questions.flatMap(issuesOf);
      return issues.length > 0 ? { issues } : { value: given as unknown as AskedQuestions };
    },
    jsonSchema: { input: () => schema },
  },
};

function issuesOf(value: JsonValue, at: number): readonly StandardIssue[] {
  const issue = (field: string, message: string) => ({ path: ["questions", at, field], message });
  if (!isJsonObject(value)) return [{ path: ["questions", at], message: "expected object" }];
  const { question, options, multiple } = value;
  const isText = (one: JsonValue | undefined) => typeof one === "string" && one.trim() !== "";
  const isList =
    Array.isArray(options) && options.length > 0 && options.length <= mostOptions && options.every(isText);
  return [
    ...(isText(question) ? [] : [issue("question", "expected text that is not empty")]),
    ...(options === undefined || isList ? [] : [issue("options", `expected 1 to ${mostOptions} texts`)]),
    ...(multiple === undefined || typeof multiple === "boolean"
      ? []
      : [issue("multiple", "expected boolean")]),
  ];
}
