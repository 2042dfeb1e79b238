import { escapeName, isJsonObject, type ExtensionRequests } from "@skein/protocol";

/** Names in one question or notice. */
const shownNames = 20;
const shownCharacters = 80;

/** Asks the user about tools that a server has added, each once. */
export interface NewToolQuestions {
  /** @param names - new tools of the last list. */
  found(names: readonly string[]): void;
  /**
   * Asks about those that were found since, with the call that runs.
   *
   * @returns names of the accepted tools.
   */
  ask(requests: ExtensionRequests | undefined): Promise<readonly string[]>;
}

/** @param notice - receives which tools are not offered. */
export function newToolQuestions(extension: string, notice: (sentence: string) => void): NewToolQuestions {
  const asked = new Set<string>();
  let waiting: readonly string[] = [];

  return {
    found(names) {
      waiting = names.filter((name) => !asked.has(name));
    },
    async ask(requests) {
      if (waiting.length === 0 || !requests) return [];
      const names = waiting;
      waiting = [];
      for (const name of names) asked.add(name);
      const reply = await requests
        .elicit({
          message: `The extension "${extension}" has added tools during this session: ${listed(names)}. Offer them to the model?`,
          schema: { type: "object", properties: {} },
        })
        .catch(() => "cancelled" as const);
      if (isJsonObject(reply)) return names;
      notice(newToolsNotice(extension, names, "which are not offered"));
      return [];
    },
  };
}

export function newToolsNotice(extension: string, names: readonly string[], what: string): string {
  return `The extension "${extension}" has added tools during this session, ${what}: ${listed(names)}.`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).map((name) => escapeName(name).slice(0, shownCharacters));
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
