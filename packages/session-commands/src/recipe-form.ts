import { attributeAnswer, type AskUser, type JsonObject } from "@skein/protocol";
import { parameterValues, type Parameter } from "@skein/recipes";
import type { GivenValues } from "@skein/host/recipes";

export interface FormOptions {
  /** Of the recipe. */
  readonly title: string;
  readonly cwd: string;
  readonly ask: AskUser;
}

/**
 * Asks for missing values as an extension asks: with a form, again until all are good.
 *
 * @returns `undefined` when it is declined.
 */
export async function askForForm(
  { values, toAsk }: GivenValues,
  { title, cwd, ask }: FormOptions,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (toAsk.length === 0) return values;
  let answers: Readonly<Record<string, string>> = {};
  for (let wrong: readonly string[] = []; ;) {
    const message = [...wrong, `${title} needs:`, ...toAsk.map(describe)].join("\n");
    const schema = formOf(toAsk, answers);
    const id = crypto.randomUUID();
    const question = { id, kind: "elicitation", extension: "recipe", message, schema } as const;
    const given = await ask(question, new AbortController().signal);
    const { answer } = attributeAnswer(given, "ask");
    if (!("reply" in answer) || answer.reply === null) return undefined;
    answers = textsIn(answer.reply, toAsk);
    const { problems, missing } = await parameterValues(toAsk, answers, { cwd });
    wrong = [
      ...problems.map((problem) => `${problem.message} ${problem.fix}`),
      ...missing.map(({ key }) => `There is no value for ${key}.`),
    ];
    if (wrong.length === 0) return { ...values, ...answers };
  }
}

function describe({ key, type, description, options }: Parameter): string {
  const choice = options === undefined ? "" : `: ${options.join(", ")}`;
  return `  ${key} (${type}${choice}): ${description}`;
}

function formOf(parameters: readonly Parameter[], before: Readonly<Record<string, string>>): JsonObject {
  const fields = parameters.map(({ key, description, default: fallback = "" }) => [
    key,
    { type: "string", description, default: before[key] ?? fallback },
  ]);
  return { type: "object", properties: Object.fromEntries(fields) as JsonObject };
}

/** What was left empty was not answered. */
function textsIn(reply: JsonObject, parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  const given = parameters.flatMap(({ key }) => {
    const value = reply[key];
    const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isText && value !== "" ? [[key, String(value)] as const] : [];
  });
  return Object.fromEntries(given);
}
