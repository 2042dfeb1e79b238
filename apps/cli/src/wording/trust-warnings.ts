import type { EffectiveSettings } from "@skein/host/settings";
import { shellWord } from "../terminal/shell-word.ts";

/** What the user must know of a project that was trusted once and is not any more. */
export function trustWarnings({ folder, trust }: EffectiveSettings["project"]): readonly string[] {
  if (trust === "changed")
    return [
      `${folder}/.skein is not what you trusted, so it is not trusted. Look at it, then: skein trust ${shellWord(folder)}`,
    ];
  if (trust === "replaced")
    return [
      `${folder} is not the folder that you trusted, so it is not trusted: it was replaced, copied or restored, or its disk says nothing of its age. If it is yours, look at its .skein, then: skein trust ${shellWord(folder)}`,
    ];
  return [];
}

/** @param folder - of the project's provider definitions. */
export function untrustedWarning(folder: string): string {
  return `${folder} does not count: the project is not trusted. Look at it, then: skein trust`;
}
