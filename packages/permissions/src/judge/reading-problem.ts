import { lstatSync } from "node:fs";
import { findInTree } from "../paths/find-in-tree.ts";
import { reached, type ReachedPath } from "../paths/reached-paths.ts";
import { isPublicFile } from "../paths/public-files.ts";
import { isConfinedTo } from "../paths/workspace.ts";
import { ruleForPath } from "../rules/allow-call.ts";
import type { PlacedSegment } from "../shell/placed-segment.ts";
import { asksBeyondFolder } from "./asks-beyond-folder.ts";
import type { Policy } from "./policy.ts";

/** Why a command that only reads is asked about all the same; a clause. */
export function readingProblem(policy: Policy, placed: PlacedSegment, cwd: string): string | undefined {
  const { mode, guard } = policy;
  if (mode === "auto") return undefined;
  if (placed.unknown !== undefined)
    return `it may read any file: ${JSON.stringify(placed.unknown)} is known only when it runs`;
  const [outside] = readOutside(policy, placed, cwd);
  if (outside) return `it reads ${outside.path}, outside the working folder`;
  const isGuarded = (path: string) => guard(path, "reads") !== undefined;
  const isLinkedOutside = (path: string) =>
    asksBeyondFolder(mode, "reads") && !isConfinedTo(reached(path, "reads", cwd), cwd);
  const [secret] = placed.trees.flatMap((tree) => {
    const isInside = isConfinedTo(reached(tree.path, "reads", cwd), cwd);
    return (
      findInTree(
        tree,
        (path) => isGuarded(path) || (tree.links === "followed" && isInside && isLinkedOutside(path)),
      ) ?? []
    );
  });
  if (!secret) return undefined;
  if (secret.isOdd) return `the name ${JSON.stringify(secret.path)} would be read as several`;
  if (!secret.isUnknown && !isGuarded(secret.path))
    return `it follows the link ${secret.path} out of the working folder`;
  return secret.isUnknown
    ? `${secret.path} is too large to be checked for guarded files`
    : `it may read ${secret.path}, which is guarded`;
}

/** The files outside the working folder that a command reads and no rule frees. */
export function readOutside(
  { mode, rules, mayRead }: Policy,
  { paths }: PlacedSegment,
  cwd: string,
): readonly ReachedPath[] {
  if (!asksBeyondFolder(mode, "reads")) return [];
  return paths.filter(
    (one) =>
      one.access === "reads" &&
      !isConfinedTo(one, cwd) &&
      !one.places.every((place) => mayRead(place) || isPublicFile(place)) &&
      exists(one) &&
      !ruleForPath(rules, one, cwd),
  );
}

/** What is not there cannot be read. */
function exists({ places }: ReachedPath): boolean {
  return places.some((place) => {
    try {
      return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  });
}
