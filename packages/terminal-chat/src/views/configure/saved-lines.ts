import type { SavedConfig } from "@skein/command-line/configure";
import { keptWords } from "../machine/kept-words.ts";

/** Where settings and key are now, and what wins over them. */
export function savedLines({ key, config, overruledBy }: SavedConfig): readonly string[] {
  const verb = overruledBy.length === 1 ? "is" : "are";
  return [
    ...(key ? [keptWords(key.variable, key.place)] : []),
    `Settings are in ${config}.`,
    ...(overruledBy.length === 0
      ? []
      : [`${overruledBy.join(" and ")} ${verb} set in the environment, which wins over what was saved.`]),
  ];
}
