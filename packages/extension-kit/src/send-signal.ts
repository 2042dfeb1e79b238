/** Sends a signal. Returns true if a process exists to receive it. */
export function send(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(id, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Kills a process group immediately and without checks, for the exit of this
 * process.
 *
 * Use it in listeners of `exit`, which cannot wait. Otherwise use
 * `endProcesses`, which first asks.
 *
 * @param group - id of the group, which is that of its first process.
 */
export function killGroup(group: number): void {
  send(-group, "SIGKILL");
}
