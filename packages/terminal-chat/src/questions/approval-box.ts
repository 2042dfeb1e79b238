import { displayText } from "@skein/terminal/width";
import type { MarkdownLook } from "@skein/terminal/markdown";
import { callInput } from "../calls/call-input.ts";
import { numberedChange } from "../calls/change-lines.ts";
import { paintedChange } from "../calls/painted-change.ts";
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
  look: Pick<MarkdownLook, "paint" | "highlight">,
): { readonly title: string; readonly body: readonly string[] } {
  const { paint } = look;
  const { question, lines } = approval;
  const { body } = approvalLines(approval, paint);
  const reason = paint("dim", displayText(question.reason));
  const known = callInput(question.input);
  const { kind } = known;
  const title = kind === "other" ? `Run ${question.tool}?` : titles[kind];
  if (kind === "command") {
    const [first = "", ...rest] = body;
    return { title, body: [`$ ${first}`, ...rest.map((line) => `  ${line}`), reason] };
  }
  const at = lines.findIndex((line) => line.startsWith("@@ "));
  if (known.kind !== "edit" || at < 0) return { title, body: [...body, reason] };
  const numbered = paintedChange(numberedChange(lines.slice(at)), known.path, look);
  return { title, body: [...body.slice(0, at), ...numbered, reason] };
}
