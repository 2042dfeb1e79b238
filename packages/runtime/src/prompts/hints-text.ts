import type { Prompts } from "./default-prompts.ts";

/** A file with notes for the model. */
export interface AgentHint {
  /** Shown to the model. */
  readonly path: string;
  readonly text: string;
  /**
   * `user`: from the user's own folder. `project`: from the working folder, so written by the project's
   * authors.
   */
  readonly from: "user" | "project";
  readonly isClipped: boolean;
}

/** Notes as a part of the system prompt, each under its path; `""` when there are none. */
export function hintsText(
  hints: readonly AgentHint[],
  prompts: Pick<Prompts, "user-notes" | "project-notes">,
): string {
  const part = (from: AgentHint["from"], heading: string, lead: string): readonly string[] => {
    const files = hints.filter((hint) => hint.from === from).map(fileText);
    return files.length === 0 ? [] : [`# ${heading}\n${lead}`.trim(), ...files];
  };
  return [
    ...part("user", "User notes", prompts["user-notes"]),
    ...part("project", "Project notes", prompts["project-notes"]),
  ].join("\n\n");
}

export function fileText({ path, text, isClipped }: Pick<AgentHint, "path" | "text" | "isClipped">): string {
  const end = isClipped ? `\n(The rest is left out: read ${path} when you need it.)` : "";
  return `## ${path.replaceAll(/[\n\r]/g, " ")}\n${text.trim()}${end}`;
}
