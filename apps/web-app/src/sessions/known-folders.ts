import type { SessionLine } from "./session-line.ts";

/** Folders of sessions, the one used last first. */
export function knownFolders(lines: readonly Pick<SessionLine, "cwd">[]): readonly string[] {
  return [...new Set(lines.map(({ cwd }) => cwd).filter((cwd) => cwd !== ""))];
}
