import { toolNames } from "../tool-names.ts";

/** Assigns a valid name to each tool of one server, stable for the lifetime of the extension. */
export interface OwnNames {
  /** @param raw - the server's names, each once. @returns ours, in the same order. */
  namesOf(raw: readonly string[]): readonly string[];
}

export function ownNames(extension: string): OwnNames {
  const names = toolNames();
  return {
    namesOf(raw) {
      // Valid names are kept, whatever their position in the list.
      const sorted = raw.toSorted((one, other) => Number(isLegal(other)) - Number(isLegal(one)));
      const given = new Map(sorted.map((name) => [name, names.nameOf(extension, name)]));
      return raw.map((name) => given.get(name) ?? name);
    },
  };
}

function isLegal(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name);
}
