import { ConfigError, isJsonObject, objectsIn } from "@skein/protocol";
import { excerpt, jsonIn, stringIn } from "@skein/provider-kit";
import { isRateLimited, type FailedResponse } from "./rate-limit.ts";

/** What a request is for, for its error. */
export interface ApiUse {
  /** In the infinitive: `write a comment`. */
  readonly to: string;
  /** Of the workflow's `permissions`: `issues: write`. */
  readonly needs: string;
}

/** What a refusal of GitHub means, and what the workflow lacks. */
export function apiProblem(response: FailedResponse, { to, needs }: ApiUse): ConfigError {
  const { status, headers } = response;
  const said = saidBy(response.text);
  const problem = (why: string, hint: string) =>
    new ConfigError(
      "usage",
      `GitHub refuses to ${to}: ${why} (${status}${said === "" ? "" : `, "${said}"`}).`,
      {
        hint,
      },
    );
  if (isRateLimited(response)) {
    const reset = Number(headers.get("x-ratelimit-reset") ?? "");
    const until = reset > 0 ? ` until ${new Date(reset * 1000).toISOString()}` : "";
    return problem(`too many requests${until}`, "Run the job again later.");
  }
  if (status === 401)
    return problem("the token is not valid", "Pass GITHUB_TOKEN in env, or leave it to the action.");
  if (status === 403) {
    const accepted = headers.get("x-accepted-github-permissions");
    return problem(
      "the token may not",
      `The job lacks a permission: add \`permissions: { ${needs} }\` to it${accepted === null ? "" : ` (GitHub accepts ${excerpt(accepted)})`}. For pull requests of forks the event pull_request never has it.`,
    );
  }
  if (status === 404)
    return problem(
      "it is not there, or the token may not see it",
      `In a private repository the job needs \`permissions: { ${needs} }\`.`,
    );
  if (status === 406)
    return problem("it is too large", "GitHub shows no diff of more than 20,000 lines or 300 files.");
  if (status === 422)
    return problem("it is not valid", "This is what GitHub says about it; nothing was written.");
  return problem("it failed", "Run the job again.");
}

function saidBy(text: string): string {
  const body = jsonIn(text);
  if (!isJsonObject(body)) return excerpt(text);
  const details = objectsIn(body["errors"]).map(
    (error) => stringIn(error["message"]) || stringIn(error["code"]),
  );
  const plain = Array.isArray(body["errors"]) ? body["errors"].filter((one) => typeof one === "string") : [];
  return excerpt([stringIn(body["message"]), ...plain, ...details].filter((one) => one !== "").join(": "));
}
