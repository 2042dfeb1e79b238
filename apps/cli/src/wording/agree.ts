import { exitCodes } from "@skein/protocol";
import { note } from "../print.ts";
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

const reasons = {
  "dry-run": "Nothing was changed: this was --dry-run.",
  cancelled: "Nothing was changed.",
  "needs-input": "skein: Nothing was changed: no one can be asked here. Add --yes to agree, or --dry-run.",
} as const;

/** Why nothing was done, on standard error; what JSON says already is not said again. */
export function sayWhyNot(agreement: Agreement, asJson: boolean): void {
  if (agreement === "done" || (asJson && agreement !== "needs-input")) return;
  note(reasons[agreement]);
}
