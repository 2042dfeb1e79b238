/** The command that leads back into a session. @param pid - of the process that has it open. */
export function wayBack(session: string, pid: number | undefined): string {
  return `skein ${pid === undefined ? "resume" : "attach"} ${session}`;
}
