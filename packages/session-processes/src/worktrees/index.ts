export { sessionPlace, type LeavingOptions, type PlaceWish, type SessionPlace } from "./session-place.ts";
export {
  listWorktreesHere,
  mergeWorktreeHere,
  removeWorktreeHere,
  type ListedWorktree,
} from "./worktrees-here.ts";
