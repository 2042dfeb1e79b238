import type { Repository } from "./git-folder.ts";
import { readRefs, type Refs } from "./refs.ts";

interface KnownRefs {
  /** Ids that were there before a call, or that somebody outside has made since. */
  readonly proved: Set<string>;
  /** Ids that appeared while a command ran. */
  readonly made: Set<string>;
}

/** By the folder that all worktrees share; of all sessions of this process. */
const repositories = new Map<string, KnownRefs>();
const mostIds = 100_000;

function known({ common }: Repository): KnownRefs {
  const refs = repositories.get(common) ?? { proved: new Set(), made: new Set() };
  repositories.set(common, refs);
  return refs;
}

/**
 * The refs before a call, without what earlier calls have made: two calls must not bring in together what one of them cannot.
 * What was proved once stays so, also when no branch points to it any more.
 */
export function refsBeforeCall(repository: Repository): Refs {
  const { proved, made } = known(repository);
  if (proved.size > mostIds) proved.clear();
  for (const id of readRefs(repository)) if (!made.has(id)) proved.add(id);
  return new Set(proved);
}

/** Is called when a command has ended. */
export function noteRefsAfterCall(repository: Repository): void {
  const { proved, made } = known(repository);
  for (const id of readRefs(repository)) if (!proved.has(id)) made.add(id);
}
