import * as clack from "@clack/prompts";
import { cleanText } from "../text/clean-text.ts";
import type { PromptDialogs } from "./prompts.ts";

/** Above this many choices one types to find. */
const manyChoices = 12;

/** The library's other names for arrow keys: with them a word that was typed too early chooses, and agrees, by its letters. */
const lettersThatMove = ["h", "j", "k", "l"];

/** @param output - the terminal that questions are drawn on; answers are typed at standard input. */
export function terminalPrompts(input: NodeJS.ReadStream, output: NodeJS.WriteStream): PromptDialogs {
  for (const letter of lettersThatMove) clack.settings.aliases.delete(letter);
  const streams = { input, output };
  const orNone = (answer: string | symbol): string | undefined =>
    typeof answer === "symbol" ? undefined : answer;
  return {
    intro: (text) => clack.intro(text, { output }),
    async select(message, options, initial) {
      const shown = options.map(({ value, label, hint }) => ({
        value,
        label: cleanText(label),
        ...(hint === undefined ? {} : { hint: cleanText(hint) }),
      }));
      const common = {
        message,
        options: shown,
        ...streams,
        ...(initial === undefined ? {} : { initialValue: initial }),
      };
      const ask = shown.length > manyChoices ? clack.autocomplete<string> : clack.select<string>;
      return orNone(await ask({ ...common, maxItems: manyChoices }));
    },
    async secret(message, problem) {
      return orNone(
        await clack.password({ message, ...streams, validate: (typed) => problem((typed ?? "").trim()) }),
      )?.trim();
    },
    async text(message, initial) {
      const validate = (typed: string | undefined) =>
        (typed ?? "").trim() === "" ? "Type a name." : undefined;
      return orNone(
        await clack.text({
          message,
          ...streams,
          validate,
          ...(initial === undefined ? {} : { initialValue: initial }),
        }),
      )?.trim();
    },
    say: (text) => clack.log.message(cleanText(text), { output }),
    async during(message, work) {
      const spinner = clack.spinner({ output });
      spinner.start(message);
      try {
        const result = await work();
        spinner.stop(message);
        return result;
      } catch (error) {
        spinner.error(message);
        throw error;
      }
    },
  };
}
