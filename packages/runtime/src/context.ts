export {
  contextSizes,
  type BigItem,
  type ContextSizes,
  type ContextSizesOptions,
} from "./sessions/context-sizes.ts";
export { type TokenSection } from "@skein/compaction";
export { cacheView, type CacheCause, type CachedRequest, type CacheView } from "@skein/sessions";
export { isGuarded } from "./context/is-guarded.ts";
export { repositoryState, type RepositoryState } from "./context/repository-state.ts";
