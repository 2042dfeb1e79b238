import type { CheckArea, CheckFinding } from "@skein/command-line/doctor";
import { hintWith } from "../wording/next-step.ts";

/** A finding in the words of the command line; the terminal is an area of its own. */
export interface SaidFinding extends Omit<CheckFinding, "area" | "nextStep"> {
  readonly area: CheckArea | "terminal";
}

export function saidFinding({ nextStep, ...finding }: CheckFinding): SaidFinding {
  return nextStep === undefined ? finding : { ...finding, fix: hintWith(finding.fix, nextStep) };
}
