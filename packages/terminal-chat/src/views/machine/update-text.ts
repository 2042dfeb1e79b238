import type { Updated } from "@skein/command-line/doctor/update";

/** What came of an update. @param running - the version that runs. @param command - what installs the newest one. */
export function updateText(updated: Updated, running: string, command: string): string {
  const { state, newest } = updated;
  if (state === "current") return `skein ${running} is the newest version.`;
  if (state === "updated") return `skein ${newest} is installed; it was ${running}.`;
  if (state === "available") return `skein ${newest} is there, and this is ${running}: ${command}`;
  return `skein ${newest} is there, and this is ${running}. Here ${updated.why}, so type:\n  ${updated.command}`;
}
