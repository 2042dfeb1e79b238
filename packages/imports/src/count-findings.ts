import type { FoundProgram } from "./find-programs.ts";

/** How much of what could be taken from a program. */
export interface ProgramCounts extends Pick<FoundProgram, "id" | "label" | "folder" | "sessions"> {
  readonly settings: number;
  readonly extensions: number;
  readonly permissions: number;
  readonly notes: number;
  readonly keys: number;
  /** Sentences about what cannot be read. */
  readonly broken: readonly string[];
}

export function countFindings({ id, label, folder, found, sessions }: FoundProgram): ProgramCounts {
  const { settings, extensions, rules, notes, secrets, broken } = found;
  return {
    id,
    label,
    folder,
    settings: settings.length,
    extensions: extensions.length,
    permissions: rules.filter(({ isPartOf }) => isPartOf === undefined).length,
    notes: notes.length,
    keys: secrets.length,
    sessions,
    broken,
  };
}
