import { findInTree } from "../paths/find-in-tree.ts";
import { isConfinedTo } from "../paths/workspace.ts";
import type { CallFacts } from "../rules/restrict-call.ts";
import type { Policy } from "./policy.ts";

/**
 * Whether nothing but the permission mode brings up a question: the call is understood, and nothing that it names is guarded
 * or outside the working folder. Hooks may answer it.
 */
export function isRoutine(
  { guard, mayRead }: Policy,
  { request, command, paths, placed }: CallFacts,
): boolean {
  if (command && command.problems.length > 0) return false;
  if (placed.some(({ unknown }) => unknown !== undefined)) return false;
  const isFree = paths.every(
    (one) => isConfinedTo(one, request.cwd) || (one.access === "reads" && one.places.every(mayRead)),
  );
  const isGuarded = (path: string) => guard(path, "reads") !== undefined;
  return isFree && !placed.some(({ trees }) => trees.some((tree) => findInTree(tree, isGuarded)));
}
