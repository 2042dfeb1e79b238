import type { ChosenSession } from "@skein/host/sessions";

/** @param uid - of this process; `undefined` on Windows. */
export function rootWarnings(mode: string, uid: number | undefined): readonly string[] {
  return uid === 0 && mode === "auto"
    ? ["You are root, and mode auto runs every tool unasked: the model can change anything on this machine."]
    : [];
}

/** What was said of files there may not hold here. */
export function folderWarnings(
  { session, cwd: before }: Pick<ChosenSession, "session" | "cwd">,
  cwd: string,
): readonly string[] {
  return before === undefined || before === cwd
    ? []
    : [`Session ${session} was held in ${before}, and tools work in ${cwd} now; --cwd says otherwise.`];
}
