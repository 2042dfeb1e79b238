import type { ListedSession } from "@skein/sessions";

export type Summary = Extract<ListedSession, { readonly summary: unknown }>["summary"];

/** What sets a session apart from one that went straight on. */
export function marksOf({
  parent,
  child,
  worktree,
  isRewound,
}: Pick<Summary, "parent" | "child" | "worktree" | "isRewound">): readonly string[] {
  return [
    ...(parent ? ["fork"] : []),
    ...(child ? ["subagent"] : []),
    ...(worktree ? [`worktree ${worktree.name}`] : []),
    ...(isRewound ? ["rewound"] : []),
  ];
}

/** `$0.0123`; `>` where a part is unknown, `?` where all is. */
export function summaryCost({
  costUsd,
  hasUnknownCost,
}: Pick<Summary, "costUsd" | "hasUnknownCost">): string {
  if (costUsd === 0) return hasUnknownCost ? "?" : "$0";
  const dollars = `$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`;
  return hasUnknownCost ? `>${dollars}` : dollars;
}
