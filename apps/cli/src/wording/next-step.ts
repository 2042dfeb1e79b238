import { describeError, type NextStep, type OutcomeError } from "@skein/protocol";
import { shellWord } from "../terminal/shell-word.ts";

/** Each step in the words of the command line. */
const words: { readonly [Kind in NextStep["do"]]: (step: Extract<NextStep, { do: Kind }>) => string } = {
  "trust-folder": ({ folder }) => `Look at what it says, then: skein trust ${shellWord(folder)}`,
  "name-model": () => "Name it with --model ID.",
  "add-provider": () => "Another one: skein provider add",
  "choose-provider": () => "Or choose another provider: skein configure",
  "name-import-folder": () => "Name its folder with --from DIR.",
  "import-without-notes": () => "Or leave the notes out: --only settings,extensions,permissions,secrets",
};

/** The same error, its next step among the lines of its hint. */
export function withNextStep(error: OutcomeError): OutcomeError {
  const { nextStep, hint, ...rest } = error;
  if (nextStep === undefined) return error;
  const said = (words[nextStep.do] as (step: NextStep) => string)(nextStep);
  return { ...rest, hint: hint === undefined ? said : `${hint}\n${said}` };
}

/** What is said of an error, its next step included. */
export function saidError(error: unknown): OutcomeError {
  return withNextStep(describeError(error));
}
