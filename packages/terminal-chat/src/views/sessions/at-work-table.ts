import type { SessionAtWork } from "@skein/session-processes/background";
import { shortFolder } from "@skein/terminal";
import { table, widthOf } from "@skein/terminal/table";
import { questionTitle } from "./question-words.ts";
import { summaryCost } from "./summary-words.ts";

const columns = [
  { title: "SESSION" },
  { title: "STATE" },
  { title: "AGE", align: "right" },
  { title: "COST", align: "right" },
  { title: "WHERE" },
  { title: "TASK, OR WHAT IT ASKS", isFlexible: true },
] as const;

export interface AtWorkLook {
  readonly stream: NodeJS.WriteStream;
  readonly now: Date;
}

/** A session a row; what one asks stands in place of its task. */
export function atWorkTable(found: readonly SessionAtWork[], { stream, now }: AtWorkLook): string {
  const rows = found.map(({ session, state, summary, questions, branch }) => {
    const { name, firstText = "", cwd = "", startedAt } = summary;
    const [asked] = questions;
    const others = questions.length > 1 ? ` (and ${questions.length - 1} more)` : "";
    const where = [shortFolder(cwd).split("/").at(-1) ?? "", ...(branch === undefined ? [] : [branch])];
    const about = asked ? `? ${questionTitle(asked)}${others}` : (name ?? firstText).slice(0, 200);
    return [session, state, ageText(startedAt, now), summaryCost(summary), where.join(":"), about];
  });
  return table(columns, rows, widthOf(stream));
}

/** Since it began: `40s`, `5m`, `3h`, `2d`. */
export function ageText(startedAt: number | undefined, now: Date): string {
  if (startedAt === undefined) return "";
  const seconds = Math.max(0, Math.round((now.getTime() - startedAt) / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

/** One object per session: as it is, with times in milliseconds since the epoch; `null` for what is not known. */
export function atWorkObject({ session, state, pid, summary, questions, branch }: SessionAtWork): object {
  const { name, cwd, startedAt, lastAt, turns, provider, model, firstText, costUsd, hasUnknownCost } =
    summary;
  const known = { pid, cwd, branch, name, firstText, startedAt, lastAt, provider, model };
  return {
    id: session,
    state,
    ...Object.fromEntries(Object.entries(known).map(([key, value]) => [key, value ?? null])),
    turns,
    costUsd,
    hasUnknownCost,
    questions,
  };
}
