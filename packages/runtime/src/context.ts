export {
  contextSizes,
  type BigItem,
  type ContextSizes,
  type ContextSizesOptions,
} from "./sessions/context-sizes.ts";
export { isGuarded } from "./context/is-guarded.ts";
export { repositoryState, type RepositoryState } from "./context/repository-state.ts";
