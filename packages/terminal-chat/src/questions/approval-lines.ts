import { displayText } from "@skein/terminal/width";
import type { Paint } from "@skein/terminal";
import { changeLine } from "../calls/change-line.ts";
import type { Approval } from "./approval.ts";

/** What is asked, and what the call is: a change in its colours. Clean, and not wrapped yet. */
export function approvalLines(
  { question, lines, isChange }: Approval,
  paint: Paint,
): { readonly head: string; readonly body: readonly string[] } {
  const style = (line: string) => (isChange ? changeLine(line, paint) : line);
  const [first = "", ...rest] = lines.map(displayText);
  return {
    head: paint("warning", displayText(`? ${question.tool}: ${question.reason}`)),
    body: isChange ? [paint("bold", first), ...rest.map(style)] : [first, ...rest],
  };
}

/** The same as text for who cannot ask for more: what was left out of the middle stands below. */
export function approvalText(approval: Approval, paint: Paint): string {
  const { head, body } = approvalLines(approval, paint);
  const hidden = approval.hidden.map(displayText);
  const all = hidden.length === 0 ? body : [...body, "Lines that were left out:", ...hidden];
  return [head, ...all.map((line) => `    ${line}`)].join("\n");
}
