import { readdirSync, readFileSync } from "node:fs";

/**
 * Ids of the processes that this one has started, directly or not: its descendants, and those that have the marker in
 * their environment, because their parent may have ended. Linux only; elsewhere none is found, and a terminal's Ctrl-C
 * reaches those of its group alone.
 */
function startedProcesses(marker: string): readonly number[] {
  const parents = new Map(processIds().map((id) => [id, parentOf(id)]));
  const isDescendant = (id: number): boolean => {
    const parent = parents.get(id);
    return parent === process.pid || (parent !== undefined && parent > 1 && isDescendant(parent));
  };
  return [...parents.keys()].filter((id) => id !== process.pid && (isDescendant(id) || isMarked(id, marker)));
}

/** Sends them a signal. */
export function signalStarted(marker: string, signal: NodeJS.Signals): void {
  for (const id of startedProcesses(marker)) {
    try {
      process.kill(id, signal);
    } catch {
      // It has ended in this moment.
    }
  }
}

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function parentOf(id: number): number | undefined {
  // The name of the program is in parentheses, and may contain some.
  const fields = read(id, "stat").split(") ").at(-1)?.split(" ");
  return fields?.[1] === undefined ? undefined : Number(fields[1]);
}

function isMarked(id: number, marker: string): boolean {
  return read(id, "environ").split("\0").includes(marker);
}

function read(id: number, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, "latin1");
  } catch {
    return ""; // gone, or somebody else's
  }
}
