/** What the commands of one program have in common. */
export interface Program {
  /** As it is typed: `skein`. */
  readonly name: string;
  /** Where help goes. */
  readonly print: (text: string) => void;
}

const help = "--help";

/** @param command - as it is typed: `skein session list`. @param what - its help does: `lists all flags`. */
export function hintAt(command: string, what: string): string {
  return `\`${command} ${help}\` ${what}.`;
}
