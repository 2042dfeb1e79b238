import { exitCodes, textOf } from "@skein/protocol";
import type { RewindOptions, Rewound } from "@skein/runtime";
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
}

/** Shows what would happen to files, asks when something would, and does it. @returns the exit code. */
export async function goBack(going: GoingBack): Promise<number> {
  const { session, go, wayBack, isDryRun, keepFiles, isAgreed, asJson } = going;
  const planned = await go({ dryRun: true, keepFiles });
  const changes = changesIn(planned);
  if (!asJson) showFiles(planned);
  const agreement = await agree({
    question: `${counted(changes.length, "file")} of yours would change. Go back?`,
    isAgreed: isAgreed || changes.length === 0,
    isDryRun,
    asJson,
  });
  const done = agreement === "done" ? await go({ keepFiles }) : planned;
  const blocked = agreement === "done" ? changesIn(done).filter(({ change }) => change === "blocked") : [];
  if (asJson) printJson({ id: session, outcome: agreement, ...done });
  else if (agreement === "done") showEnd(session, done, wayBack);
  const why = whyNot(agreement);
  if (why !== undefined && (!asJson || agreement === "needs-input")) note(why);
  if (blocked.length === 0) return codeOf[agreement];
  note(`skein: ${counted(blocked.length, "file")} could not be brought back; all else was.`);
  for (const { path, reason } of blocked) note(`  ${path}: ${reason ?? "not known why"}`);
  return exitCodes.usage;
}

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
      print(`  ${marks[change]} ${path}  ${change}${reason === undefined ? "" : `: ${reason}`}`);
    }
    for (const path of kept) print(`  = ${path}  left as it is: it was changed since, by somebody else`);
  }
}

function showEnd(session: string, { to, said }: Rewound, wayBack: string | undefined): void {
  note(`${session} stands again as it did after entry ${to}.`);
  if (said) {
    note("You had said:");
    note(textOf(said).replaceAll(/^/gm, "  "));
  }
  if (wayBack !== undefined) note(wayBack);
}
