import { counted } from "@skein/protocol";
import type { Scrubbed, Sessions } from "@skein/runtime";

type ScrubbedCopies = Awaited<ReturnType<Sessions["scrub"]>>;

export interface ScrubbedSession extends Scrubbed {
  readonly id: string;
}

export function hasSecrets({ entries, blobs, files }: Scrubbed): boolean {
  return entries + blobs + files > 0;
}

/** Where secrets were found in a session. */
export function scrubbedLine({ id, entries, blobs, files }: ScrubbedSession): string {
  const found = [
    ...(entries > 0 ? [counted(entries, "entry", "entries")] : []),
    ...(blobs > 0 ? [counted(blobs, "text for the model", "texts for the model")] : []),
    ...(files > 0 ? [counted(files, "file of output", "files of output")] : []),
  ];
  return `${id}  ${found.join(", ")}`;
}

/** What came of it in all. @param chosen - how many sessions were looked through. */
export function scrubSummary(
  done: readonly ScrubbedSession[],
  { contents, snapshots }: ScrubbedCopies,
  chosen: number,
): readonly string[] {
  const changed = done.filter(hasSecrets).length;
  const copies = [
    ...(contents > 0 ? [counted(contents, "copy of a file", "copies of files")] : []),
    ...(snapshots > 0 ? [counted(snapshots, "checkpoint")] : []),
  ];
  if (changed + copies.length === 0)
    return done.length > 0 ? [`No secret was found in ${counted(done.length, "session")}.`] : [];
  return [
    ...(copies.length > 0
      ? [
          `Deleted because of the secrets in them: ${copies.join(" and ")}. An undo names what it cannot bring back.`,
        ]
      : []),
    ...(changed > 0 ? [`Secrets were taken out of ${counted(changed, "session")} of ${chosen}.`] : []),
    "The model has seen them: change them where they are valid.",
  ];
}
