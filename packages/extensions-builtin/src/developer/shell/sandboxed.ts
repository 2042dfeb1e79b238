import type { ToolOutcome } from "@skein/protocol";

/** A command to be held back; `readable` are folders that it may see although they are hidden. */
interface CommandToHold {
  /** The program first, absolute. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly readable: readonly string[];
}

export interface HeldCommand {
  /** What to start instead. */
  readonly argv: readonly string[];
  /** Added to the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Is called when the command has ended. */
  readonly release: () => void;
  /** What in the output of a failed command points to the sandbox, as sentences; empty where nothing does. */
  readonly signsIn: (output: string) => readonly string[];
}

export interface ShellSandbox {
  /** Rejects with a sentence when the command cannot be held: it is not run then. */
  readonly hold: (command: CommandToHold) => Promise<HeldCommand>;
  /** What it allows, as sentences for the model. */
  readonly limits: string;
}

/** For the description of the tool. */
export function describeSandbox({ limits }: ShellSandbox): string {
  return ` Commands run in a sandbox. ${limits}`;
}

export const outsideDescription =
  "Why it must run outside the sandbox, if it cannot work inside. The user is asked.";

/** Whether a call asks to run outside. Some models fill in every input: an empty one asks for nothing. */
export function leavesSandbox(why: string | undefined): boolean {
  return why !== undefined && why.trim() !== "";
}

/** The same outcome, and after a failure that the sandbox may have caused, a line that says so. */
export function sayHeldBack(outcome: ToolOutcome, held: HeldCommand | undefined): ToolOutcome {
  if (held === undefined || "kind" in outcome) return outcome;
  const last = outcome.content.at(-1);
  if (last?.type !== "text") return outcome;
  const signs = held.signsIn(last.text);
  if (signs.length === 0) return outcome;
  const note = `[The sandbox may be why: ${signs.join(" ")} If the task needs it, call shell again with outside_sandbox; the user is asked.]`;
  return {
    ...outcome,
    content: [...outcome.content.slice(0, -1), { ...last, text: `${last.text}\n${note}` }],
  };
}
