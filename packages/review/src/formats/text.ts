import { escapeInvisible, counted } from "@skein/protocol";
import type { ReviewReport } from "../report.ts";

/** For people: one finding after the other, the most severe first. */
export function reportText({ subject, files, findings, checks, notes }: ReviewReport): string {
  const unfinished = checks.filter(({ outcome }) => outcome !== "done");
  const lines = findings.map(({ file, line, severity, title, message, suggestion, checks: by, isOutside }) =>
    [
      `${file}:${line}: ${severity}: ${title} [${by.join(", ")}]${isOutside ? " (outside the change)" : ""}`,
      indented(message),
      ...(suggestion === undefined || suggestion === "" ? [] : [indented(`Fix: ${suggestion}`)]),
    ].join("\n"),
  );
  const total = findings.length === 0 ? "No findings" : counted(findings.length, "finding");
  return escapeInvisible(
    [
      ...lines,
      ...notes.map((note) => `Note: ${note}`),
      ...unfinished.map(
        ({ name, outcome, problem = "" }) => `The check ${name} was not finished (${outcome}). ${problem}`,
      ),
      `${total} in ${subject}: ${counted(files, "file")}, ${counted(checks.length, "check")}.`,
    ].join("\n\n"),
  );
}

function indented(text: string): string {
  return text.trim().replaceAll(/^/gm, "  ");
}
