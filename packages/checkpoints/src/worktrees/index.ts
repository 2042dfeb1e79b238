export { gitText } from "./git.ts";
export {
  addWorktree,
  restoreWorktree,
  type AddedWorktree,
  type WorktreeRecord,
  type WorktreeWish,
} from "./add-worktree.ts";
export { beginRepository } from "./begin-repository.ts";
export { checkOutCommit, pinCommit, type PinnedCommit } from "./clone.ts";
export { commitAll } from "./commit-all.ts";
export {
  conflictsIn,
  endWorktree,
  worktreeEnds,
  type EndedWorktree,
  type WorktreeEnd,
} from "./end-worktree.ts";
export type { Git, GitResult } from "./git.ts";
export { mergeWorktree, type Merged, type MergeWish } from "./merge-worktree.ts";
export { removeWorktree } from "./remove-worktree.ts";
export { listWorktrees, worktreeNamed, type Worktree } from "./worktree.ts";
export { isUntouched, workIn, type WorktreeWork } from "./worktree-work.ts";
