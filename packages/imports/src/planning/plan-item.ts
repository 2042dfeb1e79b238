import type { ConfigChange } from "@skein/settings";
import type { Area, FoundSecret, Reason } from "../findings.ts";

/**
 * What will be written first, then what Skein has, then what it cannot take. `add`: Skein has none. `change`: Skein's own
 * goes. `same`: Skein has the same already. `keep`: Skein has its own, which stays. `skip`: Skein has no place for it.
 */
export const planActions = ["add", "change", "same", "keep", "skip"] as const;

export type Action = (typeof planActions)[number];

/**
 * One line of what an import would do. For `keep` and `skip`, `why` is the reason; otherwise it is what to know about it.
 * No secret is ever in it.
 */
export interface PlanItem extends Partial<Reason> {
  readonly area: Area;
  readonly action: Action;
  /** What it is called in Skein, or there when Skein has no name for it. */
  readonly subject: string;
  readonly before?: string;
  readonly after?: string;
  /** Where it stands. */
  readonly file: string;
}

/** What was decided about one area, and what would be written for it. */
export interface Decided {
  readonly items: readonly PlanItem[];
  readonly config?: readonly ConfigChange[];
  /** The whole text of the user's notes. */
  readonly notes?: string;
  readonly secrets?: readonly FoundSecret[];
}
