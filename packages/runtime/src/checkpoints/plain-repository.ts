import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * Whether read-only git commands in a folder start no program configured by the repository: file monitor,
 * filter, diff or textconv program, hook. Anything not known to be harmless counts as a program: an include,
 * an extension's setting, a submodule (which has its own settings). The user's own settings count as
 * harmless.
 *
 * @param cwd - absolute.
 */
export function isPlainRepository(cwd: string): boolean {
  try {
    const place = repositoryAt(cwd);
    if (place === undefined) return true;
    return place !== "unknown" && isPlain(place);
  } catch {
    return false;
  }
}

interface Repository {
  /** The git folder of this working tree, and the one its worktrees share; equal without worktrees. */
  readonly own: string;
  readonly shared: string;
}

function repositoryAt(cwd: string): Repository | "unknown" | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const place = join(folder, ".git");
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return repositoryIn(place);
    if (stats) {
      const [, leads] = /^gitdir: ([^\r\n]+)\s*$/.exec(readFileSync(place, "utf8")) ?? [];
      return leads === undefined ? "unknown" : repositoryIn(resolve(folder, leads));
    }
    // The folder may itself be a bare repository, whose settings git would use.
    if (existsSync(join(folder, "HEAD"))) return "unknown";
    if (dirname(folder) === folder) return undefined;
  }
}

function repositoryIn(own: string): Repository {
  const common = textIn(join(own, "commondir")).trim();
  return { own, shared: common === "" ? own : resolve(own, common) };
}

function isPlain({ own, shared }: Repository): boolean {
  const settings = [join(shared, "config"), join(own, "config.worktree"), join(shared, "config.worktree")];
  return (
    settings.every((file) => isHarmless(textIn(file))) &&
    !existsSync(join(shared, "hooks", "post-index-change")) && // git status may rewrite the index
    !existsSync(join(own, "modules")) &&
    !existsSync(join(shared, "modules")) &&
    !readdirSync(own).some((name) => name.startsWith("sharedindex.")) &&
    !hasSubmodules(join(own, "index"))
  );
}

/** Harmless settings, by git's lowercase names. */
const harmless = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|abbrev|quotepath|longpaths|protectntfs|protecthfs|preloadindex|untrackedcache|compression|commitgraph|multipackindex)$/,
  /^extensions\.(?:objectformat|refstorage|worktreeconfig)$/,
  /^remote\.(?:url|fetch|pushurl|push|tagopt|prune|mirror)$/,
  /^branch\.(?:remote|merge|rebase|description|pushremote|autosetupmerge|autosetuprebase)$/,
  /^user\.(?:name|email)$/,
  /^(?:advice|color|column|fetch|index|pull|push|rebase|status)\.[a-z-]*$/,
];

function isHarmless(config: string): boolean {
  let section = "";
  for (const line of config.split(/\r?\n/)) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const [, name, rest = ""] =
      /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"(?:[^"\\\n]|\\.)*")?\s*\](.*)$/.exec(line) ?? [];
    const entry = name === undefined ? line : rest;
    if (name !== undefined) section = name.toLowerCase();
    if (/^\s*(?:[#;].*)?$/.test(entry)) continue;
    const [, key] = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=.*)?$/.exec(entry) ?? [];
    // Line continuations hide where a setting begins.
    if (key === undefined || /\\\s*$/.test(entry) || section.includes(".")) return false;
    const setting = `${section}.${key.toLowerCase()}`;
    if (!harmless.some((pattern) => pattern.test(setting))) return false;
  }
  return true;
}

const mostIndexBytes = 64 * 1024 * 1024;
/** The mode of a submodule in the index. Source: gitformat-index(5). */
const submoduleMode = Buffer.from([0, 0, 0xe0, 0]);

/** A file changed within this time may change again without a trace in its times. */
const coarsestClockMs = 2_000;

/** Read before each command otherwise; that of a large repository has megabytes. */
const knownIndexes = new Map<string, { readonly version: string; readonly hasSubmodules: boolean }>();

/** May report a submodule where it does not exist, never the reverse. */
function hasSubmodules(index: string): boolean {
  const stats = statSync(index, { throwIfNoEntry: false, bigint: true });
  if (!stats) return false;
  if (stats.size > mostIndexBytes) return true;
  const version = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
  const known = knownIndexes.get(index);
  if (known?.version === version) return known.hasSubmodules;
  const found = readFileSync(index).includes(submoduleMode);
  if (Date.now() - Number(stats.ctimeMs) > coarsestClockMs)
    knownIndexes.set(index, { version, hasSubmodules: found });
  return found;
}

/** Returns nothing for a missing file. Throws for an unreadable one. */
function textIn(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
