import { counted } from "@skein/protocol";
import type { ImportEnd } from "@skein/host/sessions";

/** Warnings that are shown of one file. */
const shownWarnings = 10;

export interface ImportedWording {
  /** The command that resumes it. */
  readonly resume: string;
  /** What shows all warnings. */
  readonly whole: string;
}

/** What a file became: a session, and what of it could not be had. */
export function importedLines(
  { path }: ImportEnd["file"],
  { format, entries, children, warnings }: NonNullable<ImportEnd["imported"]>,
  { resume, whole }: ImportedWording,
): readonly string[] {
  const below = children.length > 0 ? `, with ${counted(children.length, "subagent")}` : "";
  const more = warnings.length - shownWarnings;
  return [
    `${path} (${format}): ${counted(entries, "entry", "entries")}${below}. ${resume}`,
    ...warnings.slice(0, shownWarnings).map((warning) => `  ${warning}`),
    ...(more > 0 ? [`  ${more} more: ${whole}`] : []),
  ];
}

export interface ImportCounts {
  readonly imported: number;
  /** Imported before. */
  readonly known: number;
  readonly failed: number;
}

export function importCountsLine({ imported, known, failed }: ImportCounts): string {
  const before = known > 0 ? [`${known} already here`] : [];
  const broken = failed > 0 ? [`${failed} could not be read`] : [];
  return `${[`${counted(imported, "session")} imported`, ...before, ...broken].join(", ")}.`;
}
