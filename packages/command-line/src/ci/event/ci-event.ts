/** Who did or wrote something on GitHub. */
export interface Person {
  readonly login: string;
  readonly isBot: boolean;
  /** `author_association`; `undefined` where the payload does not say it. */
  readonly association: string | undefined;
}

/** An issue or a pull request. */
export interface Thread {
  readonly kind: "issue" | "pull request";
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly author: Person;
}

/** What a pull request would merge. */
export interface PullRequest {
  readonly headSha: string;
  readonly headRef: string;
  readonly baseRef: string;
  /** The head is in another repository, or in one that is gone. */
  readonly isFork: boolean;
}

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: Person;
  /** Of a comment on the change. */
  readonly path?: string;
  readonly diffHunk?: string;
}

/** What has happened, as plain values: nothing in it is trusted. */
export interface CiEvent {
  readonly name: string;
  readonly action: string;
  readonly repository: { readonly owner: string; readonly name: string };
  /** `undefined` for schedules. */
  readonly sender: Person | undefined;
  readonly thread: Thread | undefined;
  /** `undefined` where the payload does not have it: comments on a pull request. */
  readonly pull: PullRequest | undefined;
  readonly comment: Comment | undefined;
  readonly label: string | undefined;
  readonly assignee: string | undefined;
}
