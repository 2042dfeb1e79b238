import { basename, join, resolve } from "node:path";
import { isInside } from "@skein/platform/folders";
import { homeFolder } from "@skein/platform/user";
import { findInTree } from "../paths/find-in-tree.ts";
import { guardedPaths } from "../paths/guarded-paths.ts";
import type { PathGuard } from "../paths/path-guard.ts";
import type { Word } from "../shell-analysis/index.ts";
import { isFoundName, programOf } from "./found-files.ts";
import type { PlacedSegment } from "./placed-segment.ts";
import { wordPaths } from "./word-paths.ts";

/** Files that decide what runs later, by their places in the home folder. */
const inHome = guardedPaths.filter(({ from, path }) => from === "writes" && path.startsWith("~/"));
/** Names of files that may do so wherever they are; what else is in a guarded folder is not looked for. */
const names: readonly string[] = [
  ...guardedPaths.filter(({ from }) => from === "writes").map(({ path }) => basename(path)),
  ..."config pre-commit post-commit pre-push post-checkout post-merge commit-msg prepare-commit-msg pre-rebase crontab".split(
    " ",
  ),
  ..."settings.json tasks.json launch.json".split(" "),
];
const endings = /\.(?:desktop|service|timer|socket|path|fish|plist)$/;

/**
 * What a command makes or changes that may be a file which decides what runs later, where its words do not show which
 * file that is; a clause. What they show is guarded already.
 */
export function unknownStartFile(
  { segment, effects, folders, changedTrees }: PlacedSegment,
  guard: PathGuard,
  cwd: string,
): string | undefined {
  const changed = changedTrees
    .map((tree) => ({ tree, found: findInTree(tree, (path) => guard(path, "writes") !== undefined) }))
    .find(({ tree, found }) => found && (!found.isUnknown || holdsStartFiles(tree.path)));
  if (changed?.found) return `it may change ${changed.found.path}, which is guarded`;
  const made = [
    ...effects.paths.filter(({ isMade }) => isMade),
    ...effects.redirected.filter(({ access }) => access === "writes"),
  ];
  const isListed = changedTrees.length > 0;
  const unknown = made.find(({ word, receives = [] }) => {
    if (isListed && isFoundName(word)) return false;
    if (mayStart(word, folders, guard)) return true;
    const isTarget = receives.some((source) =>
      (folders ?? [cwd]).some((folder) => wordPaths(source, folder) === undefined),
    );
    return (
      isTarget &&
      (folders ?? [cwd]).some((folder) =>
        (wordPaths(word, folder) ?? []).some((path) => holdsStartFiles(absolute(path, folder))),
      )
    );
  });
  if (unknown)
    return `it writes a file that is known only when it runs: ${unknown.word.source || "what it is started for"}`;
  const target = unpackedInto(segment.args, programOf(segment));
  const places =
    target === undefined
      ? []
      : (folders ?? [homeFolder()]).flatMap((folder) =>
          (wordPaths(target, folder) ?? ["/"]).map((path) => absolute(path, folder)),
        );
  const wide = places.find(holdsStartFiles);
  return wide && `it writes files with names that are not shown into ${wide}`;
}

const absolute = (path: string, folder: string): string =>
  path === "~" || path.startsWith("~/") ? join(homeFolder(), path.slice(1)) : resolve(folder, path);

/** Whether files that decide what runs later are below a folder, or would be. */
const holdsStartFiles = (folder: string): boolean =>
  inHome.some(({ path }) => isInside(join(homeFolder(), path.slice(2)), folder));

/** Whether a word whose value is not known may become such a file, by the folder before it and the name behind. */
function mayStart(word: Word, folders: readonly string[] | undefined, guard: PathGuard): boolean {
  return (word.values ?? [word]).some((value) => {
    const isKnown = folders?.every((folder) => wordPaths(value, folder) !== undefined);
    if (isKnown === true) return false;
    const { text, expansions } = value;
    const isWhole = expansions.every((one) => one === "glob" || one === "tilde" || one === "brace");
    const name = isWhole
      ? text
      : text.replace(/^.*(?:\$\{[^}]*\}|\$\w+|\$[?#@*$!-]|\$\(.*\)|`.*`|\{\})/s, "");
    if (!isStartName(isWhole ? `/${name}` : name, guard)) return false;
    const before = /^(?:\$\((?:pwd|mktemp\b[^)]*|git rev-parse --show-toplevel)\)|[^$`*?[{]*)\//.exec(
      text,
    )?.[0];
    if (before === undefined || (isWhole && !/^[/~]/.test(text))) return true;
    return (
      !before.startsWith("$") &&
      (folders ?? [homeFolder()]).some((folder) => holdsStartFiles(absolute(before, folder)))
    );
  });
}

function isStartName(end: string, guard: PathGuard): boolean {
  if (end === "") return true;
  const name = basename(end);
  if (endings.test(name)) return true;
  if (!end.includes("/")) return names.some((one) => one.endsWith(end));
  return names.includes(name) || guard(join(homeFolder(), end), "writes") !== undefined;
}

/** The folder into which an archive is unpacked. */
function unpackedInto(args: readonly Word[], program: string): Word | undefined {
  const here: Word = { source: ".", text: ".", expansions: [], mayBeOption: false };
  const behind = (option: RegExp): Word | undefined =>
    args[args.findIndex(({ text }) => option.test(text)) + 1];
  const has = (option: RegExp): boolean => args.some(({ text }) => option.test(text));
  const attached = (option: RegExp): Word | undefined => {
    const word = args.find(({ text }) => option.test(text));
    return word && { ...word, text: word.text.replace(option, "") };
  };
  switch (program) {
    case "tar":
    case "bsdtar":
      if (!(/^-?[A-Za-z]*x/.test(args[0]?.text ?? "") || has(/^-[A-Za-z]*x|^--(?:extract|get)/)))
        return undefined;
      return (
        attached(/^(?:--directory=|-C(?=.))/) ??
        (has(/^(?:-C|--directory)$/) ? behind(/^(?:-C|--directory)$/) : here)
      );
    case "unzip":
      return has(/^-[a-z]*[lptvZz]/)
        ? undefined
        : has(/^-d$/)
          ? behind(/^-d$/)
          : (attached(/^-d(?=.)/) ?? here);
    case "cpio":
      return has(/^-[a-z]*i|^--extract/) ? here : undefined;
    default:
      return undefined;
  }
}
