import { displayText } from "@skein/terminal/width";
import type { Paint } from "@skein/terminal";
import { callInput } from "../calls/call-input.ts";
import { changeStyle } from "../calls/call-result.ts";
import { changeText, numberedChange } from "../calls/change-lines.ts";
import { approvalLines } from "./approval-lines.ts";
import type { Approval } from "./approval.ts";

const titles = {
  command: "Run this command?",
  edit: "Make this change?",
  write: "Write this file?",
} as const;

/** What is asked, and what it is about with the reason, painted. */
export function approvalBox(
  approval: Approval,
  paint: Paint,
): { readonly title: string; readonly body: readonly string[] } {
  const { question, lines } = approval;
  const { body } = approvalLines(approval, paint);
  const reason = paint("dim", displayText(question.reason));
  const { kind } = callInput(question.input);
  const title = kind === "other" ? `Run ${question.tool}?` : titles[kind];
  if (kind === "command") {
    const [first = "", ...rest] = body;
    return { title, body: [`$ ${first}`, ...rest.map((line) => `  ${line}`), reason] };
  }
  const at = lines.findIndex((line) => line.startsWith("@@ "));
  if (kind !== "edit" || at < 0) return { title, body: [...body, reason] };
  const numbered = numberedChange(lines.slice(at)).map((line) =>
    paint(changeStyle[line.mark], displayText(changeText(line))),
  );
  return { title, body: [...body.slice(0, at), ...numbered, reason] };
}
