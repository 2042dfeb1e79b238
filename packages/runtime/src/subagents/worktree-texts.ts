import type { EndedWorktree, WorktreeRecord } from "@skein/checkpoints/worktrees";

// What a model reads of worktrees.

export const worktreeTexts = {
  nothingIsWritten: (mode: string) =>
    `In ${mode} mode nothing is written, so a subagent can have no worktree.`,
  startsPrograms:
    "The settings of this repository name programs that git would start for a worktree, or it has submodules. Only the user may begin there.",
  leaveOut: "Leave worktree out: it works in your folder then.",
  left({ path, branch }: WorktreeRecord, ended: EndedWorktree, problem: string | undefined): string {
    if (ended.state === "unused") return "It changed no file, and its worktree was removed.";
    if (ended.state !== "kept" || !ended.work) return `Its worktree cannot be read: ${path}`;
    const { files, commits } = ended.work;
    return problem === undefined
      ? `Its work is on the branch ${branch}: ${count(files, "file")} changed, ${count(commits, "commit")}. To take it over: git merge ${branch} && git worktree remove ${path} && git branch -d ${branch}`
      : `Its work is in ${path}: ${count(files, "file")} changed. It could not be committed: ${problem}`;
  },
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
