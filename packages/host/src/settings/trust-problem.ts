import type { EffectiveSettings } from "./effective-settings.ts";

/** What the user must know of a project that was trusted once and is not any more; `undefined` for any other. */
export function trustProblem({
  folder,
  trust,
}: Pick<EffectiveSettings["project"], "folder" | "trust">): string | undefined {
  if (trust === "changed") return `${folder}/.skein is not what you trusted, so it is not trusted.`;
  if (trust === "replaced")
    return `${folder} is not the folder that you trusted, so it is not trusted: it was replaced, copied or restored, or its disk says nothing of its age.`;
  return undefined;
}

/** The warning about a project's provider definitions that are not trusted. */
export function definitionsProblem(folder: string): string {
  return `${folder} does not count: the project is not trusted.`;
}
