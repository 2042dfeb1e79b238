import type { Rewound } from "@skein/runtime";

type FileChange = Rewound["folders"][number]["changes"][number];

const marks: Record<FileChange["change"], string> = {
  created: "+",
  rewritten: "~",
  removed: "-",
  mode: "~",
  blocked: "!",
};

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
      ...kept.map((path) => `  = ${path}  left as it is: it was changed since, by somebody else`),
    ];
  });
}
