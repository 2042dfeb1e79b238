import { escapeInvisible } from "@skein/protocol";
import type { Person } from "../event/ci-event.ts";

/** A text that somebody wrote on GitHub. */
export interface ForeignText {
  /** What it is: `pull request body`. */
  readonly what: string;
  readonly text: string;
  readonly author?: Person;
}

/** Longer texts lose their end. */
const mostCharacters = 20_000;
const mostDiffCharacters = 200_000;

/**
 * Texts between marks that no one could write beforehand, for a model that is told not to obey them.
 *
 * @param mark - random letters and digits, new for each run.
 */
export function quoteData(texts: readonly ForeignText[], mark: string): string {
  return texts
    .map(({ what, text, author }) => {
      const limit = what === "diff" ? mostDiffCharacters : mostCharacters;
      const by = author === undefined ? "" : ` author=${JSON.stringify(named(author))}`;
      const shown = escapeInvisible(text.slice(0, limit)).replaceAll(mark, "[mark]");
      const rest = text.length > limit ? `\n[${text.length - limit} more characters are left out]` : "";
      return `<data-${mark} what=${JSON.stringify(escapeInvisible(what))}${by}>\n${shown}${rest}\n</data-${mark}>`;
    })
    .join("\n\n");
}

function named({ login, association, isBot }: Person): string {
  const facts = [...(association === undefined ? [] : [association]), ...(isBot ? ["bot"] : [])];
  return facts.length === 0 ? login : `${login} (${facts.join(", ")})`;
}
