import type { CiEvent, Comment, PullRequest } from "../event/ci-event.ts";
import type { ForeignText } from "./quote-data.ts";

const mostComments = 20;

/** What the event and its thread say: all of it is data. */
export function foreignTexts({
  event: { thread, comment },
  pull,
  diff,
  others,
  isWordsData,
}: {
  readonly event: CiEvent;
  readonly pull: PullRequest | undefined;
  readonly diff: string | undefined;
  /** Comments of the thread but the action's own, from the oldest. */
  readonly others: readonly Comment[];
  /** Whether the comment that started the run gives no task. */
  readonly isWordsData: boolean;
}): readonly ForeignText[] {
  if (!thread) return [];
  const { kind, number, title, body, author } = thread;
  const shown = others.filter(({ id }) => id !== comment?.id).slice(-mostComments);
  return [
    { what: `title of ${kind} #${number}`, text: title, author },
    { what: `body of ${kind} #${number}`, text: body, author },
    ...(pull ? [{ what: "branches", text: `${pull.headRef} into ${pull.baseRef}` }] : []),
    ...shown.map((one) => ({ what: "earlier comment", text: one.body, author: one.author })),
    ...(comment?.diffHunk === undefined
      ? []
      : [{ what: `lines of ${comment.path ?? "a file"} that the comment is on`, text: comment.diffHunk }]),
    ...(comment && isWordsData ? [{ what: "comment", text: comment.body, author: comment.author }] : []),
    ...(diff === undefined ? [] : [{ what: "diff", text: diff }]),
  ];
}
