import type { JsonObject } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import type { Comment, Thread } from "../event/ci-event.ts";
import { commentIn } from "../event/read-event.ts";
import type { GitHubApi } from "./api.ts";
import type { ApiUse } from "./api-problem.ts";

export interface ThreadComments {
  /** The action's comment with this mark. */
  readonly own: number | undefined;
  /** Those that it has not written. */
  readonly others: readonly Comment[];
}

const reading = (thread: Thread): ApiUse => ({ to: "read the comments", needs: `${scopeOf(thread)}: read` });
const writing = (thread: Thread): ApiUse => ({ to: "write a comment", needs: `${scopeOf(thread)}: write` });

function scopeOf({ kind }: Thread): string {
  return kind === "issue" ? "issues" : "pull-requests";
}

/** @param login - who writes the action's comments: one with the mark by somebody else is not its own. */
export async function readComments(
  api: GitHubApi,
  thread: Thread,
  { mark, login }: { readonly mark: string; readonly login: string },
): Promise<ThreadComments> {
  const all = (await api.list(`/issues/${thread.number}/comments`, reading(thread))).map(commentOf);
  const isOwn = ({ author, body }: Comment) => author.login === login && body.startsWith("<!-- skein");
  const own = all.filter((one) => isOwn(one) && one.body.startsWith(mark)).at(-1);
  return { own: own?.id, others: all.filter((one) => !isOwn(one)) };
}

const commentOf = (object: JsonObject): Comment => commentIn({ ...object, body: stringIn(object["body"]) });

/** Writes the comment, or replaces what it says. @returns its id. */
export async function putComment(
  api: GitHubApi,
  thread: Thread,
  { id, body }: { readonly id: number | undefined; readonly body: string },
): Promise<number> {
  if (id !== undefined) {
    await api.send("PATCH", `/issues/comments/${id}`, { body }, writing(thread));
    return id;
  }
  const made = await api.send("POST", `/issues/${thread.number}/comments`, { body }, writing(thread));
  return commentIn(made).id;
}
