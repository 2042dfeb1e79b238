import { textOf } from "@skein/protocol";
import type { RewindOptions, Rewound } from "@skein/runtime";
import { cleanText } from "@skein/terminal";
import { jsonFlag, yesFlag } from "../arguments/common-flags.ts";
import type { Flags } from "../arguments/flag.ts";
import type { Parsed } from "../arguments/parse-flags.ts";
import { rewoundLines } from "@skein/terminal-views/sessions";
import { agree, codeOf, whyNot } from "../wording/agree.ts";
import { note, print, printJson } from "../print.ts";
import { counted } from "@skein/session-view/text";

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
  const done = agreement === "done" ? await go({ keepFiles }) : planned;
  const blocked = changesIn(done).filter(({ change }) => change === "blocked");
  const kept = done.folders.flatMap((folder) =>
    folder.kept.map((path) => ({ path, reason: "left as it is: it was changed since, by somebody else" })),
  );
  const left = [...blocked, ...kept, ...done.unkept];
  const isWhole = left.length === 0;
  if (asJson) printJson({ id: session, outcome: agreement, isWhole, ...done });
  else if (agreement === "done" && !isQuiet) showEnd(session, done, { wayBack, isWhole });
  const why = whyNot(agreement);
  if (why !== undefined && (!asJson || agreement === "needs-input")) note(why);
  if (isWhole) return codeOf[agreement];
  const isDone = agreement === "done";
  note(
    isDone ? "skein: Not everything could be brought back:" : "skein: Not everything can be brought back:",
  );
  for (const { path, reason = "not known why" } of left) note(`  ${cleanText(path)}: ${cleanText(reason)}`);
  return isDone ? incompleteUndo : codeOf[agreement];
}

/** The exit code of an undo, a redo or a rewind after which some files are not as they were. */
const incompleteUndo = 11;

type FileChange = Rewound["folders"][number]["changes"][number];

function changesIn({ folders }: Rewound): readonly FileChange[] {
  return folders.flatMap(({ changes }) => changes);
}

function showEnd(
  session: string,
  { to, said }: Rewound,
  { wayBack, isWhole }: { readonly wayBack: string | undefined; readonly isWhole: boolean },
): void {
  note(
    isWhole
      ? `${session} stands again as it did after entry ${to}.`
      : `The conversation of ${session} stands again as it did after entry ${to}; its files do not in all.`,
  );
  if (said) {
    note("You had said:");
    note(textOf(said).replaceAll(/^/gm, "  "));
  }
  if (wayBack !== undefined) note(wayBack);
}
