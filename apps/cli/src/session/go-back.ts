import { textOf } from "@skein/protocol";
import type { RewindOptions, Rewound } from "@skein/runtime";
import { cleanText } from "../terminal/clean-text.ts";
import { agree, codeOf, whyNot } from "./agree.ts";
import { counted, note, print, printJson } from "./say.ts";

export interface GoingBack {
  readonly session: string;
  readonly go: (options: RewindOptions) => Promise<Rewound>;
  /** How it can be taken back; said afterwards. */
  readonly wayBack: string | undefined;
  readonly isDryRun: boolean;
  readonly keepFiles: boolean;
  /** Nobody needs to be asked. */
  readonly isAgreed: boolean;
  readonly asJson: boolean;
  /** Nothing is shown but what could not be brought back, and what is asked. */
  readonly isQuiet: boolean;
}

/** Shows what would happen to files, asks when something would, and does it. @returns the exit code. */
export async function goBack(going: GoingBack): Promise<number> {
  const { session, go, wayBack, isDryRun, keepFiles, isAgreed, asJson, isQuiet } = going;
  const planned = await go({ dryRun: true, keepFiles });
  const changes = changesIn(planned);
  if (!asJson && !isQuiet) showFiles(planned);
  const agreement = await agree({
    question: `${counted(changes.length, "file")} of yours would change. Go back?`,
    isAgreed: isAgreed || changes.length === 0,
    isDryRun,
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

const marks: Record<FileChange["change"], string> = {
  created: "+",
  rewritten: "~",
  removed: "-",
  mode: "~",
  blocked: "!",
};

function showFiles(rewound: Rewound): void {
  for (const { root, changes, kept } of rewound.folders) {
    if (changes.length + kept.length === 0) continue;
    print(root);
    for (const { path, change, reason } of changes) {
      print(`  ${marks[change]} ${cleanText(path)}  ${change}${reason === undefined ? "" : `: ${reason}`}`);
    }
    for (const path of kept) print(`  = ${path}  left as it is: it was changed since, by somebody else`);
  }
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
