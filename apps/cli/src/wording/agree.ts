import { exitCodes } from "@skein/protocol";
import { promptsHere } from "../prompts.ts";

/** What came of a change that somebody may have to agree to. */
export type Agreement = "done" | "dry-run" | "needs-input" | "cancelled";

export const codeOf = {
  done: exitCodes.done,
  "dry-run": exitCodes.done,
  "needs-input": exitCodes["needs-input"],
  cancelled: exitCodes.cancelled,
} as const satisfies Record<Agreement, number>;

export interface AskedFor {
  readonly question: string;
  /** There is nothing to agree to, or it was said beforehand. */
  readonly isAgreed: boolean;
  readonly isDryRun: boolean;
  readonly asJson: boolean;
}

/** @returns `done`: it may be done. */
export async function agree({ question, isAgreed, isDryRun, asJson }: AskedFor): Promise<Agreement> {
  if (isDryRun) return "dry-run";
  if (isAgreed) return "done";
  if (asJson || !process.stdin.isTTY || !process.stderr.isTTY) return "needs-input";
  const answer = await (
    await promptsHere()
  ).select(question, [
    { value: "no", label: "No", hint: "nothing is changed" },
    { value: "yes", label: "Yes" },
  ]);
  return answer === "yes" ? "done" : "cancelled";
}

/** Said on standard error when nothing was done; `undefined` when something was. */
export function whyNot(agreement: Agreement): string | undefined {
  switch (agreement) {
    case "done":
      return undefined;
    case "dry-run":
      return "Nothing was changed: this was --dry-run.";
    case "cancelled":
      return "Nothing was changed.";
    case "needs-input":
      return "skein: Nothing was changed: no one can be asked here. Add --yes to agree, or --dry-run.";
  }
}
