import { messageOf, type ExtensionRequests, type ToolOutcome } from "@skein/protocol";

/** A command to be held back; `readable` are folders that it may see although they are hidden. */
interface CommandToHold {
  /** The program first, absolute. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly readable: readonly string[];
  /** Whether people work beside it: a job. */
  readonly isLasting?: boolean;
}

/** Something that a command has left in files that programs outside obey. */
interface LeftBehind {
  /** Absolute. */
  readonly path: string;
  /** What obeys it, as the end of "It decides …". */
  readonly reason: string;
  /** Where it was moved to. Absent: it is where it was. */
  readonly aside?: string;
}

export interface HeldCommand {
  /** What to start instead. */
  readonly argv: readonly string[];
  /** Added to the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Is called when the command has ended; the same answer when it is called again. */
  readonly release: () => Promise<readonly LeftBehind[]>;
  /** Why the check of `release` failed. Undefined if it did not fail. */
  readonly checkFailure?: () => string | undefined;
  /**
   * Trusts a file that the command has left, and puts it back where it was moved aside. Rejects with a sentence when it cannot.
   * Absent: only the user can, later.
   */
  readonly trust?: (path: string) => Promise<unknown>;
  /** Which limit the kernel has applied, as a sentence. */
  readonly limitReached?: () => string | undefined;
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

/** The same outcome, with a line about the limit that was applied, or what in the sandbox may have caused a failure. */
export function sayHeldBack(outcome: ToolOutcome, held: HeldCommand | undefined): ToolOutcome {
  const limit = held?.limitReached?.();
  if (held === undefined) return outcome;
  if ("kind" in outcome)
    return outcome.kind === "timed-out" && limit !== undefined
      ? { ...outcome, partial: `${outcome.partial.trimEnd()}\n[${limit}]` }
      : outcome;
  const last = outcome.content.at(-1);
  if (last?.type !== "text") return outcome;
  const signs = limit === undefined ? held.signsIn(last.text) : [];
  if (limit === undefined && signs.length === 0) return outcome;
  const note =
    limit ??
    `The sandbox may be why: ${signs.join(" ")} If the task needs it, call shell again with outside_sandbox; the user is asked.`;
  return {
    ...outcome,
    content: [...outcome.content.slice(0, -1), { ...last, text: `${last.text}\n[${note}]` }],
  };
}

/**
 * The same outcome, with a line about what the command has left in files that programs outside obey. Where someone can
 * answer, they are asked first whether to trust it.
 */
export async function sayLeftBehind(
  outcome: ToolOutcome,
  held: HeldCommand | undefined,
  requests?: ExtensionRequests,
): Promise<ToolOutcome> {
  const left = (await held?.release()) ?? [];
  const trusted = held && left.length > 0 ? await trustAsAnswered(left, held, requests) : undefined;
  if ("kind" in outcome) return outcome;
  const failure = held?.checkFailure?.();
  const failed =
    failure === undefined
      ? []
      : [
          `[The check for changes in files that editors, agents and Git run failed: ${failure} Tell the user to check these files. The next start of Skein checks again.]`,
        ];
  if (left.length === 0 && failed.length === 0) return outcome;
  const lines = left.slice(0, mostLines).map((one) => `[${lineOf(one, trusted?.get(one.path))}]`);
  const more = left.length > mostLines ? [`[${left.length - mostLines} more such files.]`] : [];
  return {
    ...outcome,
    content: [...outcome.content, { type: "text", text: [...lines, ...more, ...failed].join("\n") }],
  };
}

/** What became of a file that the user was asked about: `true`, or why it cannot be trusted. */
type Trusted = true | { readonly problem: string };

function lineOf({ path, reason, aside }: LeftBehind, trusted: Trusted | undefined): string {
  const decides = `${path} decides ${reason}`;
  if (trusted === true)
    return aside === undefined
      ? `${decides}. This command changed it, and the user trusts it.`
      : `${decides}, so it was moved aside. The user trusts it, and it was put back.`;
  const problem = trusted === undefined ? "" : ` It could not be trusted: ${trusted.problem}`;
  return aside === undefined
    ? `${decides}. This command changed it, and Skein does not read it until the user trusts it.${problem} Tell the user.`
    : `${decides}, so it was moved to ${aside}.${problem} The user can put it back. Tell the user; do not create it again.`;
}

/** By path; empty when no one has answered, or the answer is no. */
async function trustAsAnswered(
  left: readonly LeftBehind[],
  { trust }: HeldCommand,
  requests: ExtensionRequests | undefined,
): Promise<ReadonlyMap<string, Trusted>> {
  const trusted = new Map<string, Trusted>();
  if (trust === undefined || requests === undefined) return trusted;
  const files = left
    .slice(0, mostLines)
    .map(({ path, reason, aside }) =>
      aside === undefined
        ? `${path}, changed: it decides ${reason}`
        : `${path}, moved to ${aside}: it decides ${reason}`,
    );
  const more = left.length > mostLines ? [`${left.length - mostLines} more`] : [];
  const message = ["The command has left files that other programs obey. Trust them?", ...files, ...more];
  const reply = await requests
    .elicit({ message: message.join("\n"), schema: { type: "object", properties: {} } })
    .catch(() => "cancelled" as const);
  if (reply === null || reply === "cancelled") return trusted;
  for (const { path } of left) {
    const result = await trust(path).then(
      () => true as const,
      (error: unknown) => ({ problem: messageOf(error) }),
    );
    trusted.set(path, result);
  }
  return trusted;
}

const mostLines = 5;
