import { extractText } from "@skein/protocol";
import type { Rewound } from "@skein/runtime";

type FileChange = Rewound["folders"][number]["changes"][number];

const marks: Record<FileChange["change"], string> = {
  created: "+",
  rewritten: "~",
  removed: "-",
  mode: "~",
  blocked: "!",
};

const keptReason = "left as it is: it was changed since, by somebody else";

/** The files that a way back changes, or leaves as they are, by folder. */
export function rewoundLines({ folders }: Pick<Rewound, "folders">): readonly string[] {
  return folders.flatMap(({ root, changes, kept }) => {
    if (changes.length + kept.length === 0) return [];
    return [
      root,
      ...changes.map(
        ({ path, change, reason }) =>
          `  ${marks[change]} ${path}  ${change}${reason === undefined ? "" : `: ${reason}`}`,
      ),
      ...kept.map((path) => `  = ${path}  ${keptReason}`),
    ];
  });
}

export function changesIn({ folders }: Pick<Rewound, "folders">): readonly FileChange[] {
  return folders.flatMap(({ changes }) => changes);
}

/** What a way back does not bring back, and why, a line each. */
export function leftLines(rewound: Rewound): readonly string[] {
  const left = [
    ...changesIn(rewound).filter(({ change }) => change === "blocked"),
    ...rewound.folders.flatMap(({ kept }) => kept.map((path) => ({ path, reason: keptReason }))),
    ...rewound.unkept,
  ];
  return left.map(({ path, reason = "not known why" }) => `  ${path}: ${reason}`);
}

/** Where a session stands after a way back, and what had been said there. */
export function standingLines(session: string, rewound: Rewound): readonly string[] {
  const { to, said } = rewound;
  const isWhole = leftLines(rewound).length === 0;
  return [
    isWhole
      ? `${session} stands again as it did after entry ${to}.`
      : `The conversation of ${session} stands again as it did after entry ${to}; its files do not in all.`,
    ...(said ? ["You had said:", extractText(said).replaceAll(/^/gm, "  ")] : []),
  ];
}
