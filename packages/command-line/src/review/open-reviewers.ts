import {
  reviewerOutputSchema,
  reviewerPrompt,
  shareOf,
  type Reviewer,
  type ReviewerWish,
} from "@skein/review";
import { newSessionId } from "@skein/runtime";
import type { Host } from "@skein/host";
import type { SessionWishes } from "@skein/host/sessions";

export interface ReviewersWish {
  /** Root of the repository; absolute. */
  readonly root: string;
  readonly overrides: SessionWishes["overrides"] | undefined;
  /** Whether notes and skills of the folder count. */
  readonly trustsFolder: boolean;
}

/**
 * Opens a session for each reviewer. What the review may cost is shared evenly among them beforehand, so that together they
 * never cost more. Throws `ConfigError`.
 */
export async function openReviewers(
  host: Host,
  { root, overrides = {}, trustsFolder }: ReviewersWish,
  count: number,
): Promise<(wish: ReviewerWish) => Reviewer> {
  const first = await host.open({
    cwd: root,
    overrides: { ...overrides, mode: "plan" },
    hasHints: trustsFolder,
    hasProfile: trustsFolder,
    builtins: ["analyze", ...(trustsFolder ? [] : ["developer"])],
    system: reviewerPrompt,
    outputSchema: reviewerOutputSchema,
    // What is not allowed is denied, and the reviewer goes on without it.
    attended: () => Promise.resolve({ deny: "Reviewers only read, and no one is asked here." }),
  });
  const share = shareOf(first.settings(), count);
  return ({ check, tools }) => {
    const session = first.other({
      session: newSessionId(new Date(), Math.random),
      name: `review: ${check.name}`,
      narrow: { mode: "plan" },
      tools,
      subagents: false,
      ...share,
    });
    return {
      session: session.id,
      ask: async (task) => (await session.send(task)).result,
      interrupt: (reason) => void session.interrupt(reason),
      close: () => session.close(),
    };
  };
}
