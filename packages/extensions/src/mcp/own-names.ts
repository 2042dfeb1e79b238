import { toolNames } from "../tool-names.ts";

/** A legal name for each tool of one server, the same as long as the extension lives. */
export interface OwnNames {
  /** @param raw - the server's names, each once. @returns ours, in the same order. */
  namesOf(raw: readonly string[]): readonly string[];
}

export function ownNames(extension: string): OwnNames {
  const names = toolNames();
  return {
    namesOf(raw) {
      // Who has a legal name keeps it, wherever it stands in the list.
      const sorted = raw.toSorted((one, other) => Number(isLegal(other)) - Number(isLegal(one)));
      const given = new Map(sorted.map((name) => [name, names.nameOf(extension, name)]));
      return raw.map((name) => given.get(name) ?? name);
    },
  };
}

function isLegal(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}
