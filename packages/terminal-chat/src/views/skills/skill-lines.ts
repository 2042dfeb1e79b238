import { shortFolder } from "@skein/terminal";
import type { SkillProblem } from "@skein/extensions-builtin/skills";
import type { SkillsHere } from "@skein/host/agents";

/** Foreign text, not yet clean. */
export function skillLines({ skills, untrusted, problems }: SkillsHere): readonly string[] {
  const rows = skills.flatMap(({ name, description, folder, isForUserOnly, allowedTools }) => [
    `  /${name}  ${description}`,
    `      ${shortFolder(folder)}${isForUserOnly ? " · only when you ask for it" : ""}${allowedTools ? ` · only with ${allowedTools.join(", ") || "no tools"}` : ""}`,
  ]);
  return [
    ...(rows.length === 0
      ? [
          "There are no skills: one is a folder with a SKILL.md in .skein/skills, .agents/skills or .claude/skills.",
        ]
      : rows),
    ...problems.map(problemLine),
    ...untrusted.map(
      ({ folder }) =>
        `${shortFolder(folder)} is left out: it holds programs, and this project is not trusted.`,
    ),
  ];
}

export function problemLine({ path, line, message, level }: SkillProblem): string {
  return `${path}:${line}: ${message}${level === "error" ? "; this skill is left out" : ""}.`;
}
