import { appendFileSync, readFileSync } from "node:fs";

/**
 * What slots have done to the world, a line each. `start` is the effect that must happen once; `resume` continues it;
 * `end` and `stop` say that it is over.
 */
export interface LedgerLine {
  readonly is: "start" | "resume" | "end" | "stop";
  readonly schedule: string;
  readonly planned: number;
  readonly session: string;
}

/** One write with O_APPEND: whole or not at all, also from several processes. */
export function note(file: string, { is, schedule, planned, session }: LedgerLine): void {
  appendFileSync(file, `${is} ${schedule} ${planned} ${session}\n`);
}

export function readLedger(file: string): readonly LedgerLine[] {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const [is, schedule = "", planned, session = ""] = line.split(" ");
    return { is: is as LedgerLine["is"], schedule, planned: Number(planned), session };
  });
}
