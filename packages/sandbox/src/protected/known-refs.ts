import { orNothing } from "./entries.ts";
import type { Repository } from "./git-folder.ts";
import { madeRefs, noteMadeRefs } from "./made-by-commands.ts";
import type { MadeRecords } from "./made-folder.ts";
import { readRefs, type Refs } from "./refs.ts";

interface KnownRefs {
  /** Ids that were there before a call, or that somebody outside has made since. */
  readonly proved: Set<string>;
  /** Ids that appeared while a command ran. */
  readonly made: Set<string>;
  /** Sessions whose records were read. */
  readonly sessions: Set<string>;
}

/** By the folder that all worktrees share; of all sessions of this process. */
const repositories = new Map<string, KnownRefs>();
const mostIds = 100_000;

/** What this process knows, and what a process before it has written down for the session. */
function known({ common }: Repository, records: MadeRecords): KnownRefs {
  const refs = repositories.get(common) ?? { proved: new Set(), made: new Set(), sessions: new Set() };
  repositories.set(common, refs);
  const key = `${records.state}\n${records.session}`;
  if (refs.sessions.has(key)) return refs;
  refs.sessions.add(key);
  for (const id of madeRefs(records, common)) {
    refs.made.add(id);
    // Another session of this process may have taken it for somebody's.
    refs.proved.delete(id);
  }
  return refs;
}

/**
 * The refs before a call, without what earlier calls have made: two calls must not bring in together what one of them cannot.
 * What was proved once stays so, also when no branch points to it any more.
 */
export function refsBeforeCall(repository: Repository, records: MadeRecords): Refs {
  const { proved, made } = known(repository, records);
  if (proved.size > mostIds) proved.clear();
  for (const id of readRefs(repository)) if (!made.has(id)) proved.add(id);
  return new Set(proved);
}

/** Is called when a command has ended. */
export function noteRefsAfterCall(repository: Repository, records: MadeRecords): void {
  const { proved, made } = known(repository, records);
  const added = [...readRefs(repository)].filter((id) => !proved.has(id) && !made.has(id));
  if (added.length === 0) return;
  for (const id of added) made.add(id);
  // What cannot be written down counts for this process only.
  orNothing(() =>
    noteMadeRefs(records, repository.common, [
      ...new Set([...madeRefs(records, repository.common), ...added]),
    ]),
  );
}
