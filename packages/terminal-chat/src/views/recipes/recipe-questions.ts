import {
  consentReason,
  problemLines,
  type Consent,
  type RecipeQuestions,
  type ValueQuestion,
} from "@skein/host/recipes";
import type { PromptDialogs } from "@skein/terminal/prompts";
import { cleanText } from "@skein/terminal";

/** What a recipe has to ask, asked in the terminal. */
export function recipeQuestions(prompts: PromptDialogs, cwd: string): RecipeQuestions {
  return {
    consent: (consent) => askForConsent(consent, prompts),
    value: (question) => askForValue(question, prompts, cwd),
    secret(name) {
      const question = `${name}, for an extension of the recipe (it is not shown; empty goes on without it)`;
      return prompts.secret(cleanText(question), () => undefined);
    },
    secretKept: (place) =>
      prompts.say(place.kind === "file" ? `Kept in ${place.path}` : "Kept in the keyring."),
  };
}

/** Shows what it runs and reaches before the answer. */
export async function askForConsent(
  consent: Consent,
  prompts: Pick<PromptDialogs, "say" | "select">,
): Promise<boolean> {
  prompts.say([`${consentReason(consent)}:`, ...consent.lines, `SHA-256 ${consent.hash}`].join("\n"));
  const question =
    consent.path === undefined ? "Run what the link holds?" : "Run them? They are asked for once.";
  const answer = await prompts.select(question, [
    { value: "no", label: "No", hint: "nothing is started" },
    { value: "yes", label: "Yes" },
  ]);
  return answer === "yes";
}

/** By its type. */
function askForValue(
  { parameter, initial, problem }: ValueQuestion,
  prompts: PromptDialogs,
  cwd: string,
): Promise<string | undefined> {
  if (problem) {
    const lines = problemLines({ ...problem, path: "" }, cwd);
    prompts.say(lines.map((line) => line.trim()).join(" "));
  }
  const { key, type, description, options = [] } = parameter;
  const question = cleanText(`${description} (${key}${type === "string" ? "" : `, ${type}`})`);
  if (type === "select" && options.length > 0) {
    const choices = options.map((value) => ({ value, label: value }));
    return prompts.select(question, choices, initial);
  }
  if (type === "boolean") {
    const choices = [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
    return prompts.select(question, choices, initial);
  }
  // What a terminal would obey is not put into its input line.
  return prompts.text(question, cleanText(initial ?? "") === (initial ?? "") ? initial : undefined);
}
