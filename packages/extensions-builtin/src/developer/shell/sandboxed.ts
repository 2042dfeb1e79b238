import type { ToolOutcome } from "@skein/protocol";

/** A command to be held back; `readable` are folders that it may see although they are hidden. */
interface CommandToHold {
  /** The program first, absolute. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly readable: readonly string[];
}

interface HeldCommand {
  /** What to start instead. */
  readonly argv: readonly string[];
  /** Added to the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Is called when the command has ended. */
  readonly release: () => void;
}

export interface ShellSandbox {
  /** Rejects with a sentence when the command cannot be held: it is not run then. */
  readonly hold: (command: CommandToHold) => Promise<HeldCommand>;
  /** What it allows, as a sentence for the model. */
  readonly limits: string;
}

/** What programs say when files or the network are closed to them. */
const refusals =
  /read-only file system|EROFS|permission denied|EACCES|operation not permitted|EPERM|device or resource busy|EBUSY|network is unreachable|ENETUNREACH|could not resolve host|name or service not known|temporary failure in name resolution|EAI_AGAIN|ENOTFOUND|connection refused|ECONNREFUSED/i;

/** The same outcome, and after a failure that the sandbox may have caused, a line that says so. */
export function sayHeldBack(outcome: ToolOutcome, sandbox: ShellSandbox | undefined): ToolOutcome {
  if (sandbox === undefined || "kind" in outcome) return outcome;
  const last = outcome.content.at(-1);
  if (last?.type !== "text" || !refusals.test(last.text)) return outcome;
  const note = `[This command ran in a sandbox, which may be why. ${sandbox.limits} Work within that, or tell the user what has to run outside.]`;
  return {
    ...outcome,
    content: [...outcome.content.slice(0, -1), { ...last, text: `${last.text}\n${note}` }],
  };
}
