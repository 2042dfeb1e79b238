import type { CiJob, CiRun } from "../ci-ports.ts";
import { safeMarkdown } from "./safe-markdown.ts";
import { inCode } from "./findings-text.ts";

/** What a comment of the action begins with; the same job answers the same question in the same comment. */
export function commentMark(job: string, question: number | undefined): string {
  const key = `${job}${question === undefined ? "" : `/${question}`}`.replaceAll(/[^\w./ ]/g, "_");
  return `<!-- skein:${key} -->`;
}

export function workingText({ url }: Pick<CiJob, "url">): string {
  return `Working on it${url === undefined ? "" : ` in [this run](${url})`}.`;
}

type Told = Pick<CiRun, "outcome" | "problem" | "costUsd" | "sessions"> & { readonly text: string };

/** The answer, or why there is no answer. @param text - Markdown that is safe to show. */
export function answerText({ outcome, problem, text }: Told): string {
  if (outcome === "done") return text.trim() === "" ? "The run ended without an answer." : text.trim();
  const why = `**The run ended as ${inCode(outcome)}**${problem === undefined ? "." : `: ${safeMarkdown(problem)}`}`;
  return text.trim() === "" ? why : `${why}\n\n${text.trim()}`;
}

/** Under the answer: how it came about. */
export function footText({ outcome, costUsd, sessions }: Told, { url }: Pick<CiJob, "url">): string {
  const facts = [
    outcome,
    ...(costUsd === undefined ? [] : [`$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`]),
    ...(sessions.length === 1 ? [`session ${sessions[0]}`] : []),
    ...(url === undefined ? [] : [`<a href="${url}">run</a>`]),
  ];
  return `\n\n<sub>skein · ${facts.join(" · ")}</sub>\n`;
}
