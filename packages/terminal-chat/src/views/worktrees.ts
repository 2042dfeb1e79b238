import { counted } from "@skein/protocol";
import type { EndedWorktree, WorktreeWork } from "@skein/checkpoints/worktrees";
import type { ListedWorktree, SessionPlace } from "@skein/session-processes/worktrees";
import { shortFolder } from "@skein/terminal";

/** `3 files changed, 1 commit, 2 files not committed` */
export function workText({ files, commits, uncommitted }: WorktreeWork): string {
  return [
    `${counted(files, "file")} changed`,
    counted(commits, "commit"),
    ...(uncommitted === 0 ? [] : [`${counted(uncommitted, "file")} not committed`]),
  ].join(", ");
}

/** Foreign text, not yet clean. */
export function worktreeLines(worktrees: readonly ListedWorktree[]): readonly string[] {
  if (worktrees.length === 0) return ["This repository has no worktrees of sessions."];
  return worktrees.flatMap(({ name, path, branch, work, sessions }) => [
    `${name}  ${branch ?? "no branch"} · ${shortFolder(path)}`,
    `  ${work ? workText(work) : "its folder is missing"}${sessions.length === 0 ? "" : ` · session ${sessions.join(", ")}`}`,
  ]);
}

/** What became of a worktree. @param next - what can be done with one that is kept. */
export function endedWorktreeText(
  { name, path, branch }: SessionPlace["worktree"],
  ended: EndedWorktree,
  next: readonly string[],
): string {
  switch (ended.state) {
    case "unused":
      return `Nothing was changed in the worktree ${name}, and it was removed.`;
    case "gone":
      return `The worktree ${name} is not there any more: ${path}`;
    case "dropped":
      return `The worktree ${name} was dropped: ${workText(ended.work)}.`;
    case "merged":
      return `The worktree ${name} was merged into ${ended.branch}: ${workText(ended.work)}.`;
    case "kept":
      return [
        ...(ended.problem === undefined ? [] : [`The worktree ${name} was kept as it is. ${ended.problem}`]),
        `Worktree ${name}: ${ended.work ? workText(ended.work) : "changes not known"}. It is in ${path}, on the branch ${branch}.`,
        ...next,
      ].join("\n");
  }
}
