import { isJsonObject } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import type { ReviewFinding } from "@skein/review";
import type { PullRequest } from "../event/ci-event.ts";
import { pullRequestIn } from "../event/read-event.ts";
import { findingMark, inlineText } from "../report/findings-text.ts";
import type { GitHubApi } from "./api.ts";

const reading = { to: "read the pull request", needs: "pull-requests: read" };
const reviewing = { to: "write a review", needs: "pull-requests: write" };

export async function readPullRequest(api: GitHubApi, number: number): Promise<PullRequest> {
  const pull = await api.get(`/pulls/${number}`, reading);
  return pullRequestIn(isJsonObject(pull) ? pull : {});
}

/** As `git diff` writes it. */
export function readDiff(api: GitHubApi, number: number): Promise<string> {
  return api.text(`/pulls/${number}`, "application/vnd.github.diff", reading);
}

/** GitHub takes no more at once without trouble. */
const mostInline = 50;

/**
 * Writes findings beside their lines. Those that an earlier run has written there already are left out.
 *
 * @param login - who writes the action's comments.
 * @returns how many were written.
 */
export async function writeReview(
  api: GitHubApi,
  {
    number,
    headSha,
    findings,
    login,
  }: {
    readonly number: number;
    readonly headSha: string;
    readonly findings: readonly ReviewFinding[];
    readonly login: string;
  },
): Promise<number> {
  const inline = findings.filter(({ isOutside }) => !isOutside);
  if (inline.length === 0) return 0;
  const written = await api.list(`/pulls/${number}/comments`, reading);
  const bodies = written
    .filter(({ user }) => isJsonObject(user) && stringIn(user["login"]) === login)
    .map(({ body }) => stringIn(body));
  const fresh = inline
    .filter((finding) => !bodies.some((body) => body.startsWith(findingMark(finding))))
    .slice(0, mostInline);
  if (fresh.length === 0) return 0;
  const comments = fresh.map((finding) => ({
    path: finding.file,
    line: finding.line,
    side: "RIGHT",
    body: inlineText(finding),
  }));
  await api.send(
    "POST",
    `/pulls/${number}/reviews`,
    { commit_id: headSha, event: "COMMENT", comments },
    reviewing,
  );
  return fresh.length;
}
