import { callsReason, type TestQuestions } from "@skein/command-line/recipe-tests";
import type { PromptDialogs } from "@skein/terminal/prompts";
import { askForConsent } from "./recipe-questions.ts";

/** What tests of recipes have to ask, asked in the terminal. */
export function testQuestions(prompts: Pick<PromptDialogs, "say" | "select">): TestQuestions {
  return {
    consent: (consent) => askForConsent(consent, prompts),
    async calls({ lines, hash }, name) {
      prompts.say([`${callsReason(name)}:`, ...lines, `SHA-256 ${hash}`].join("\n"));
      const answer = await prompts.select("Run these tests? They are asked for once.", [
        { value: "no", label: "No", hint: "nothing is started" },
        { value: "yes", label: "Yes" },
      ]);
      return answer === "yes";
    },
  };
}
