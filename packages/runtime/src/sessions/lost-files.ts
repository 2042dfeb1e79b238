import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import type { FileChange, SnapshotDifference } from "@skein/checkpoints";

type Became = NonNullable<SnapshotDifference["ignored"]>;

const sentences: Readonly<Record<Became, string>> = {
  came: "it came since, and stays",
  went: "it is gone and cannot be brought back",
  changed: "it was changed and cannot be brought back",
};

/**
 * Ignored files that calls changed and that cannot be restored.
 *
 * @param changed - by calls. @param since - the differences between the current and the target state.
 */
export function lostIgnored(
  root: string,
  changed: readonly SnapshotDifference[],
  since: readonly SnapshotDifference[],
): readonly FileChange[] {
  const now = since.filter(({ ignored }) => ignored);
  const isStill = (path: string) => now.some((one) => isIn(one.path, path) || isIn(path, one.path));
  return changed.flatMap(({ path, ignored }) =>
    ignored && isStill(path)
      ? [blocked(root, path, `${sentences[ignored]}, since it is ignored and no call named it`)]
      : [],
  );
}

/**
 * Everything that still differs from the target after the restore, for any reason, and was not told yet.
 *
 * @param changed - by calls. @param left - the remaining differences. @param told - paths that the restore has told.
 */
export function differing(
  root: string,
  changed: readonly SnapshotDifference[],
  left: readonly SnapshotDifference[],
  told: readonly string[],
): readonly FileChange[] {
  return left.flatMap(({ path, ignored, before, after }) => {
    // Of an ignored folder the differences do not say what is in it: more may have changed than was told.
    if (told.some((one) => isIn(path, one) || (!ignored && isIn(one, path)))) return [];
    const became = ignored ?? (before && !after ? "went" : after && !before ? "came" : "changed");
    if (!changed.some((one) => isIn(one.path, path) || isIn(path, one.path))) return [];
    // For what was captured of a repository, the restore itself reports what stays.
    if ((before || after) && path.split("/").includes(".git")) return [];
    const why = ignored
      ? "since it is ignored and no call named it"
      : before || after
        ? "since something is in the way"
        : "since it is nothing that can be kept";
    return [blocked(root, path, `${sentences[became]}, ${why}`)];
  });
}

export function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Watched paths (in system folders, or missing before) that calls changed and that are still changed. */
export function lostOutside(
  changed: readonly SnapshotDifference[],
  since: readonly SnapshotDifference[],
): readonly FileChange[] {
  const now = new Set(since.flatMap(({ path, watched }) => (watched ? [path] : [])));
  return changed.flatMap(({ path, watched }) =>
    watched && now.has(path)
      ? [
          blocked(
            "/",
            path,
            `${sentences[watched]}, since it lies outside of the folder, where it was not kept`,
          ),
        ]
      : [],
  );
}

export function blocked(root: string, path: string, reason: string): FileChange {
  return { path, type: typeAt(resolve(root, path)), change: "blocked", reason };
}

function typeAt(place: string): FileChange["type"] {
  try {
    const stats = lstatSync(place);
    return stats.isDirectory() ? "folder" : stats.isSymbolicLink() ? "link" : "file";
  } catch {
    return "file";
  }
}
