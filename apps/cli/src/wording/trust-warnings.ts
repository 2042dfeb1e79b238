import { definitionsProblem, trustProblem, type EffectiveSettings } from "@skein/host/settings";
import { shellWord } from "@skein/terminal";

/** What the user must know of a project that was trusted once and is not any more. */
export function trustWarnings(
  project: Pick<EffectiveSettings["project"], "folder" | "trust">,
): readonly string[] {
  const problem = trustProblem(project);
  if (problem === undefined) return [];
  const look = project.trust === "replaced" ? "If it is yours, look at its .skein" : "Look at it";
  return [`${problem} ${look}, then: skein trust ${shellWord(project.folder)}`];
}

/** @param folder - of the project's provider definitions. */
export function untrustedWarning(folder: string): string {
  return `${definitionsProblem(folder)} Look at it, then: skein trust`;
}
