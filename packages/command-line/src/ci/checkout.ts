import type { CiEvent, PullRequest } from "./event/ci-event.ts";

/** For these GitHub says the commit of the base branch, or of the default branch; for others one with the head merged. */
const onBase = ["pull_request_target", "issue_comment", "issues"];

/**
 * Whether what is checked out was written by people who may write to the repository. Of a fork's pull request that is the base
 * alone, and only where it is what is checked out.
 */
export function isTrustedCheckout(
  { name }: Pick<CiEvent, "name">,
  pull: Pick<PullRequest, "isFork"> | undefined,
  { sha, head }: { readonly sha: string; readonly head: string | undefined },
): boolean {
  if (!pull?.isFork) return true;
  return onBase.includes(name) && head !== undefined && sha !== "" && head === sha;
}
