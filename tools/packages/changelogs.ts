import { rmSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../checks/run-step.ts";
import { readText } from "../structure/workspace.ts";
import { publishedMembers } from "./published.ts";
import { runIn } from "./run-in.ts";

/**
 * Uses up the pending changesets in a clone that is thrown away: the next versions and their changelogs. Changes that are
 * not committed are not in it. It is below this repository, whose packages make the changelogs; `changeset version`
 * installs into the clone to bring its lockfile up to date.
 *
 * @returns what went wrong.
 */
export async function changelogProblem(root: string): Promise<string | undefined> {
  const clone = join(root, ".tools", "release-clone");
  rmSync(clone, { recursive: true, force: true });
  try {
    const git = ["git", "clone", "--quiet", "--shared", root, clone];
    const cloned = await runStep({ name: "clone", commands: [git] }, false);
    if (!cloned.ok) return cloned.output;
    const { ok, output } = await runIn({ cwd: clone }, "changeset", "version");
    return ok ? lackingEntries(clone) : output;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

function lackingEntries(clone: string): string | undefined {
  const lacking = publishedMembers(clone).filter(({ folder, manifest }) => {
    const lines = readText(clone, `${folder}/CHANGELOG.md`)?.split("\n");
    return lines?.includes(`## ${manifest.version}`) !== true;
  });
  if (lacking.length === 0) return undefined;
  return `No entry in the changelogs of ${lacking.map(({ name }) => name).join(", ")}.`;
}
