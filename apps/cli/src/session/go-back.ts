import { counted } from "@skein/protocol";
import type { Flags, Parsed } from "@skein/command-line";
import { jsonFlag, yesFlag } from "@skein/command-line/flags";
import type { RewindOptions, Rewound } from "@skein/runtime";
import { changesIn, leftLines, rewoundLines, standingLines } from "@skein/terminal-chat/sessions";
import { agree, codeOf, sayWhyNot } from "../wording/agree.ts";
import { note, print, printJson } from "../print.ts";

export interface GoingBack {
  readonly session: string;
  readonly go: (options: RewindOptions) => Promise<Rewound>;
  /** The command that reverses it; printed afterwards. */
  readonly wayBack: string | undefined;
  readonly flags: Parsed<typeof backFlags>;
}

/** Of every command that goes back in a session. */
export const backFlags = {
  "dry-run": { description: "Only show what would be done" },
  "keep-files": { description: "Go back in the conversation alone" },
  quiet: { short: "q", description: "Only say what could not be brought back" },
  yes: yesFlag,
  json: jsonFlag,
} as const satisfies Flags;

/** Shows what would happen to files, asks when something would, and does it. @returns the exit code. */
export async function goBack({ session, go, wayBack, flags }: GoingBack): Promise<number> {
  const { "keep-files": keepFiles = false, json: asJson = false, quiet: isQuiet = false } = flags;
  const planned = await go({ dryRun: true, keepFiles });
  const changes = changesIn(planned);
  if (!asJson && !isQuiet) rewoundLines(planned).forEach(print);
  const agreement = await agree({
    question: `${counted(changes.length, "file")} of yours would change. Go back?`,
    isAgreed: flags.yes || changes.length === 0,
    isDryRun: flags["dry-run"] ?? false,
    asJson,
  });
  const isDone = agreement === "done";
  const done = isDone ? await go({ keepFiles }) : planned;
  const left = leftLines(done);
  if (asJson) printJson({ id: session, outcome: agreement, isWhole: left.length === 0, ...done });
  else if (isDone && !isQuiet) {
    standingLines(session, done).forEach(note);
    if (wayBack !== undefined) note(wayBack);
  }
  sayWhyNot(agreement, asJson);
  if (left.length === 0) return codeOf[agreement];
  note(`skein: Not everything ${isDone ? "could" : "can"} be brought back:`);
  left.forEach(note);
  return isDone ? incompleteUndo : codeOf[agreement];
}

/** The exit code of an undo, a redo or a rewind after which some files are not as they were. */
const incompleteUndo = 11;
