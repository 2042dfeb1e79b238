import { join } from "node:path";

/** A folder whose subfolders may be skills. */
export interface SkillFolder {
  readonly path: string;
  readonly from: "user" | "project";
  /** Links must not lead out of it. Absent: they may, in the user's own folders. */
  readonly inside?: string;
}

export interface SkillPlaces {
  /** From the project's root down to the working folder. */
  readonly project: readonly string[];
  /** The user's home folder. */
  readonly home: string | undefined;
  /** Skein's config folder of the user. */
  readonly config: string;
}

/** Of several programs, ours first. */
const names = [".skein/skills", ".agents/skills", ".claude/skills", ".goose/skills"];

/** Where skills are looked for: the user's before the project's, which takes the place of none of them. */
export function skillFolders({ project, home, config }: SkillPlaces): readonly SkillFolder[] {
  const [root] = project;
  const nearestFirst = project.filter((folder) => folder !== home).toReversed();
  return [
    { path: join(config, "skills"), from: "user" },
    ...(home === undefined ? [] : [...names, ".config/goose/skills"]).map((name): SkillFolder => ({
      path: join(home ?? "", name),
      from: "user",
    })),
    ...nearestFirst.flatMap((folder) =>
      names.map((name): SkillFolder => ({
        path: join(folder, name),
        from: "project",
        ...(root === undefined ? {} : { inside: root }),
      })),
    ),
  ];
}
