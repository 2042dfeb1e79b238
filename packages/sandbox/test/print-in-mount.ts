import { workspaceLimits } from "../src/index.ts";
import { signsOf } from "../src/barrier/signs.ts";

/** Prints what the user is told at the start, and what a failed command is taken for: `WORKSPACE`. */
const [cwd = ""] = process.argv.slice(2);
const lines = [
  `touch: cannot touch '${cwd}/a/b': Read-only file system`,
  "/bin/sh: line 1: x: Read-only file system",
];
const held = { cwd, hidden: [], protect: [], network: "none" } as const;
const signs = [...lines, "touch: cannot touch '/x': Read-only file system"].map((line) =>
  signsOf(line, held),
);
console.log(JSON.stringify({ notices: workspaceLimits(cwd).length, signs }));
