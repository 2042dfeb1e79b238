import { existsSync } from "node:fs";
import { messageOf } from "@skein/protocol";
import type { WorktreeRecord } from "./add-worktree.ts";
import type { Git } from "./git.ts";
import { mergeWorktree } from "./merge-worktree.ts";
import { removeWorktree } from "./remove-worktree.ts";
import { isUntouched, workIn, type WorktreeWork } from "./worktree-work.ts";

/** What becomes of a worktree at the end of the work in it. One without any work is always dropped. */
export const worktreeEnds = ["keep", "merge", "drop"] as const;
export type WorktreeEnd = (typeof worktreeEnds)[number];

/** What has become of it. */
export type EndedWorktree =
  | { readonly state: "unused" }
  | { readonly state: "gone" }
  | { readonly state: "dropped"; readonly work: WorktreeWork }
  | { readonly state: "merged"; readonly work: WorktreeWork; readonly branch: string }
  | {
      readonly state: "kept";
      /** `undefined`: git could not say. */
      readonly work: WorktreeWork | undefined;
      /** Why it was not merged as wished: a sentence. */
      readonly problem?: string;
    };

/** Never rejects, and never loses work that it was not told to drop. @param message - of the commit of what is not committed. */
export async function endWorktree(
  git: Git,
  { path, from }: WorktreeRecord,
  { end, message }: { readonly end: WorktreeEnd; readonly message: string },
): Promise<EndedWorktree> {
  if (!existsSync(path)) return { state: "gone" };
  let work: WorktreeWork | undefined;
  try {
    work = await workIn(git, path, from);
    if (isUntouched(work) || end === "drop") {
      await removeWorktree(git, path, { cwd: from, commits: "any" });
      return isUntouched(work) ? { state: "unused" } : { state: "dropped", work };
    }
    if (end === "keep") return { state: "kept", work };
    const merged = await mergeWorktree(git, { path, into: from, message });
    if ("branch" in merged) return { state: "merged", work, branch: merged.branch };
    return { state: "kept", work, problem: conflictsIn(merged.conflicts) };
  } catch (error) {
    return { state: "kept", work, problem: messageOf(error) };
  }
}

/** Why nothing was merged, as a sentence. */
export function conflictsIn(files: readonly string[]): string {
  const named =
    files.length > 5 ? `${files.slice(0, 5).join(", ")} and ${files.length - 5} more` : files.join(", ");
  return `Both sides have changed ${named}: nothing was merged.`;
}
