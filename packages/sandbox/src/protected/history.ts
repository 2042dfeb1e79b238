import type { Repository } from "./git-folder.ts";
import { namedIn, openObjects, readTree, type ObjectReader, type TreeEntry } from "./git-objects.ts";
import type { Refs } from "./refs.ts";
import { outputOfGit } from "./run-git.ts";

/** A file under a protected name that may come from the history. */
export interface HistoryQuery {
  /** In the working tree, from its root, with slashes. */
  readonly path: string;
  /** Modes and ids that it would have in the history; several where Git converts line ends. */
  readonly entries: readonly TreeEntry[];
}

export interface HistoryAnswer {
  /** Those of the queries whose file is in the history at that path. */
  readonly known: ReadonlySet<HistoryQuery>;
  /** Those whose path a branch or tag has, with this or another content. */
  readonly versioned: ReadonlySet<HistoryQuery>;
}

/** Above this many commits between a branch and the one that is looked for, it counts as not found. */
const mostCommits = 100_000;
const mostCandidates = 2_000;
/** Commits that are read at once. */
const batch = 256;

/**
 * Looks for files in what the refs lead to. Only what is proved counts: from a ref that was read before the call, each
 * commit, folder and file by its id.
 */
export async function searchHistory(
  repository: Repository,
  refs: Refs,
  queries: readonly HistoryQuery[],
  {
    onlyTips = false,
  }: { /** Whether to leave older commits out. Default false. */ readonly onlyTips?: boolean } = {},
): Promise<HistoryAnswer> {
  const known = new Set<HistoryQuery>();
  const versioned = new Set<HistoryQuery>();
  if (refs.size === 0 || queries.length === 0) return { known, versioned };
  const objects = openObjects(repository);
  try {
    const history = historyIn(objects);
    const tips = await history.commitsAt([...refs]);
    for (const tip of tips.values()) {
      for (const query of queries) {
        const entry = await history.entryAt(tip.tree, query.path);
        if (entry) versioned.add(query);
        if (isAmong(entry, query)) known.add(query);
      }
    }
    const open = queries.filter((query) => !known.has(query));
    if (open.length > 0 && !onlyTips) await searchOlder(repository, { history, tips, open, known });
    return { known, versioned };
  } finally {
    objects.close();
  }
}

interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
}

interface OlderSearch {
  readonly history: History;
  readonly tips: ReadonlyMap<string, Commit>;
  readonly open: readonly HistoryQuery[];
  /** Gets those that are found. */
  readonly known: Set<HistoryQuery>;
}

/** Git names the commits that changed the paths; that the refs lead to one of them is proved. */
async function searchOlder(
  repository: Repository,
  { history, tips, open, known }: OlderSearch,
): Promise<void> {
  const named = await outputOfGit(
    repository,
    ["rev-list", "--full-history", `--max-count=${mostCandidates}`, "--stdin"],
    `${[...tips.keys()].join("\n")}\n--\n${open.map(({ path }) => path).join("\n")}\n`,
  );
  const wanted = new Map<string, readonly HistoryQuery[]>();
  const candidates = await history.commitsAt(named.split("\n").filter((id) => id !== ""));
  for (const [id, { tree }] of candidates) {
    const matches: HistoryQuery[] = [];
    for (const query of open)
      if (isAmong(await history.entryAt(tree, query.path), query)) matches.push(query);
    if (matches.length > 0) wanted.set(id, matches);
  }
  const isDone = () => open.every((query) => known.has(query)) || wanted.size === 0;
  const seen = new Set(tips.keys());
  let next: readonly (readonly [string, Commit])[] = [...tips];
  while (next.length > 0 && !isDone() && seen.size < mostCommits) {
    for (const [id] of next) {
      for (const query of wanted.get(id) ?? []) known.add(query);
      wanted.delete(id);
    }
    const parents = new Set(next.flatMap(([, commit]) => commit.parents).filter((id) => !seen.has(id)));
    for (const id of parents) seen.add(id);
    next = [...(await history.commitsAt([...parents]))];
  }
}

function isAmong(entry: TreeEntry | undefined, { entries }: HistoryQuery): boolean {
  return entry !== undefined && entries.some(({ mode, id }) => mode === entry.mode && id === entry.id);
}

interface History {
  /** By id; a tag leads to its commit, and what is no commit is left out. */
  commitsAt(ids: readonly string[]): Promise<ReadonlyMap<string, Commit>>;
  /** @param tree - the id of the root folder. */
  entryAt(tree: string, path: string): Promise<TreeEntry | undefined>;
}

/** What was proved before, in any repository: an id says what the content is. */
const trees = new Map<string, ReadonlyMap<string, TreeEntry>>();
const commits = new Map<string, Commit>();
const mostTrees = 5_000;
const mostKnownCommits = 200_000;

function historyIn(objects: ObjectReader): History {
  const folderAt = async (id: string) => {
    const before = trees.get(id);
    if (before) return before;
    const [object] = await objects.read([id]);
    if (object?.type !== "tree") return undefined;
    const folder = readTree(object.content, id.length);
    if (trees.size >= mostTrees) trees.clear();
    trees.set(id, folder);
    return folder;
  };
  const commitsAt = async (ids: readonly string[], depth = 0): Promise<ReadonlyMap<string, Commit>> => {
    const found = new Map<string, Commit>();
    const tagged: string[] = [];
    if (commits.size >= mostKnownCommits) commits.clear();
    const unread = ids.filter((id) => !commits.has(id));
    for (let at = 0; at < unread.length; at += batch) {
      const part = unread.slice(at, at + batch);
      for (const [index, object] of (await objects.read(part)).entries()) {
        const [tree] = object?.type === "commit" ? namedIn(object.content, "tree") : [];
        if (object && tree !== undefined)
          commits.set(part[index] ?? "", { tree, parents: namedIn(object.content, "parent") });
        if (object?.type === "tag") tagged.push(...namedIn(object.content, "object"));
      }
    }
    for (const id of ids) {
      const commit = commits.get(id);
      if (commit) found.set(id, commit);
    }
    if (tagged.length > 0 && depth < 5)
      for (const [id, commit] of await commitsAt(tagged, depth + 1)) found.set(id, commit);
    return found;
  };
  return {
    commitsAt,
    async entryAt(tree, path) {
      const names = path.split("/");
      let folder = await folderAt(tree);
      for (const name of names.slice(0, -1)) {
        const entry = folder?.get(name);
        if (entry?.mode !== "40000") return undefined;
        folder = await folderAt(entry.id);
      }
      return folder?.get(names.at(-1) ?? "");
    },
  };
}
