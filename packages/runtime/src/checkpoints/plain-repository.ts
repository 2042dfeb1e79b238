import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * Whether git, called to read in a folder, starts nothing that the repository names: no monitor of its files, no filter,
 * no diff or text program, no hook. What is not known to be harmless counts as a program: an include, a setting of an
 * extension, a submodule, which has settings of its own. The user's own settings count as harmless.
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
  /** What belongs to this working tree alone, and what its worktrees share; the same where there are none. */
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
    // A folder can be a repository without a working tree, and git would take its settings.
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
    !existsSync(join(shared, "hooks", "post-index-change")) && // what looks at files may write the index anew
    !existsSync(join(own, "modules")) &&
    !existsSync(join(shared, "modules")) &&
    !readdirSync(own).some((name) => name.startsWith("sharedindex.")) &&
    !hasSubmodules(join(own, "index"))
  );
}

/** Settings that start nothing when git reads; git's names, in lower case. */
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
    // What goes on in the next line hides where a setting begins.
    if (key === undefined || /\\\s*$/.test(entry) || section.includes(".")) return false;
    const setting = `${section}.${key.toLowerCase()}`;
    if (!harmless.some((pattern) => pattern.test(setting))) return false;
  }
  return true;
}

const mostIndexBytes = 64 * 1024 * 1024;
/** Of an entry of the index that is a repository of its own. Source: gitformat-index(5). */
const submoduleMode = Buffer.from([0, 0, 0xe0, 0]);

/** It may find one where there is none, never the reverse. */
function hasSubmodules(index: string): boolean {
  const stats = statSync(index, { throwIfNoEntry: false });
  return stats !== undefined && (stats.size > mostIndexBytes || readFileSync(index).includes(submoduleMode));
}

/** Of a file that is not there: nothing. Throws for one that cannot be read. */
function textIn(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
