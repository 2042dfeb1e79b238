import type { ProgramCounts } from "@skein/imports";
import { table } from "@skein/terminal/table";

const counts = ["settings", "extensions", "permissions", "notes", "keys", "sessions"] as const;

/** Other programs on this machine, and how much could be taken from each. */
export function programTable(found: readonly ProgramCounts[], width: number): string {
  const titles = ["program", ...counts, "folder"].map((title) => ({ title: title.toUpperCase() }));
  const rows = found.map((one) => [one.id, ...counts.map((name) => String(one[name])), one.folder]);
  return table(titles, rows, width);
}
