import { createHash } from "node:crypto";
import type { ReviewFinding, ReviewReport } from "@skein/review";
import { safeMarkdown } from "./safe-markdown.ts";

/** What a finding beside its line begins with: the same one is written once, wherever its line has moved. */
export function findingMark({ file, title }: Pick<ReviewFinding, "file" | "title">): string {
  const hash = createHash("sha256").update(`${file}\0${title}`).digest("hex").slice(0, 16);
  return `<!-- skein-finding:${hash} -->`;
}

/** A finding beside its line. */
export function inlineText(finding: ReviewFinding): string {
  const { severity, title, message, suggestion = "", checks } = finding;
  const fix = suggestion === "" ? "" : `\n\n**Fix:** ${safeMarkdown(suggestion)}`;
  return `${findingMark(finding)}\n**${severity}:** ${safeMarkdown(title)} (${checks.join(", ")})\n\n${safeMarkdown(message)}${fix}`;
}

/** All of a review, as a comment. */
export function reviewText({ findings, checks, files, notes }: ReviewReport): string {
  const counted = `${count(findings.length, "finding")} in ${count(files, "file")}, ${count(checks.length, "check")}.`;
  const unfinished = checks
    .filter(({ outcome }) => outcome !== "done")
    .map(
      ({ name, outcome, problem = "" }) => `**The check ${name} was not finished** (${outcome}). ${problem}`,
    );
  const lines = findings.map(
    ({ file, line, severity, title, message, isOutside }) =>
      `- **${severity}** ${inCode(`${file}:${line}`)}${isOutside ? " (outside the change)" : ""}: ${safeMarkdown(title)}\n\n  ${safeMarkdown(message).replaceAll("\n", "\n  ")}`,
  );
  return [
    counted,
    ...unfinished.map(safeMarkdown),
    ...lines,
    ...notes.map((note) => safeMarkdown(note)),
  ].join("\n\n");
}

/** Any text as code in a line. */
export function inCode(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text.replaceAll(/[\r\n]/g, " ")}${pad}${fence}`;
}

function count(number: number, noun: string): string {
  return `${number === 0 ? "No" : number} ${noun}${number === 1 ? "" : "s"}`;
}
