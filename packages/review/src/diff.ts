/** One line of a change. */
interface DiffLine {
  readonly kind: "added" | "removed" | "context";
  /** In the new file, from 1; of a removed line, that of the line which follows it there. */
  readonly line: number;
  readonly text: string;
}

export interface DiffHunk {
  readonly lines: readonly DiffLine[];
}

/** A file that a change touches. */
export interface DiffFile {
  /** In the new state; of a removed file, its old one. Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly status: "added" | "changed" | "removed";
  /** None of a binary file, or of one that was only renamed. */
  readonly hunks: readonly DiffHunk[];
}

const fileHead = /^diff -{2}git /;

/** Reads a unified diff as `git diff` writes it with the prefixes `a/` and `b/`. */
export function parseDiff(text: string): readonly DiffFile[] {
  const files: DiffFile[] = [];
  const lines = text.split("\n");
  let at = 0;
  while (at < lines.length) {
    if (!fileHead.test(lines[at] ?? "")) {
      at++;
      continue;
    }
    const head: string[] = [];
    do head.push(lines[at++] ?? "");
    while (at < lines.length && !/^(?:diff --git |@@ )/.test(lines[at] ?? ""));
    const hunks: DiffHunk[] = [];
    while (at < lines.length && lines[at]?.startsWith("@@ ")) {
      const read = readHunk(lines, at);
      hunks.push(read.hunk);
      at = read.next;
    }
    const path = pathIn(head);
    if (path !== undefined) files.push({ path, status: statusIn(head), hunks });
  }
  return files;
}

function readHunk(
  lines: readonly string[],
  from: number,
): { readonly hunk: DiffHunk; readonly next: number } {
  const sizes = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[from] ?? "");
  let [removed, added] = [Number(sizes?.[1] ?? 1), Number(sizes?.[3] ?? 1)];
  let line = Number(sizes?.[2] ?? 1);
  const found: DiffLine[] = [];
  let at = from + 1;
  for (; at < lines.length && (removed > 0 || added > 0); at++) {
    const [mark = " ", text] = [lines[at]?.[0], (lines[at] ?? "").slice(1).replace(/\r$/, "")];
    if (mark === "\\") continue;
    if (mark === "-") {
      found.push({ kind: "removed", line, text });
      removed--;
    } else {
      found.push({ kind: mark === "+" ? "added" : "context", line, text });
      line++;
      added--;
      if (mark !== "+") removed--;
    }
  }
  while (lines[at]?.startsWith("\\")) at++;
  return { hunk: { lines: found }, next: at };
}

function statusIn(head: readonly string[]): DiffFile["status"] {
  if (head.some((line) => line.startsWith("new file mode"))) return "added";
  return head.some((line) => line.startsWith("deleted file mode")) ? "removed" : "changed";
}

function pathIn(head: readonly string[]): string | undefined {
  const after = (prefix: string) => {
    const line = head.find((each) => each.startsWith(prefix));
    return line === undefined ? undefined : unquoted(line.slice(prefix.length).replace(/\t$/, ""));
  };
  const [old, now] = [after("--- "), after("+++ ")];
  const named = now === undefined || now === "/dev/null" ? old : now;
  if (named !== undefined && named !== "/dev/null") return named.replace(/^[ab]\//, "");
  const renamed = after("rename to ");
  if (renamed !== undefined) return renamed;
  // Without the lines above, both names are the same.
  const both = /^diff --git (.+)$/.exec(head[0] ?? "")?.[1] ?? "";
  const half = both.startsWith('"')
    ? unquoted(/^"(?:[^"\\]|\\.)*"/.exec(both)?.[0] ?? "")
    : both.slice(0, (both.length - 1) / 2);
  return half === "" ? undefined : half.replace(/^a\//, "");
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "\\": "\\",
  a: "\x07",
  b: "\b",
};

/** Names with special characters stand in quotes, their bytes in octal. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  const bytes = name
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{3})|(.))/g, (_, octal?: string, letter = "") =>
      octal === undefined
        ? (escapes[letter as string] ?? (letter as string))
        : String.fromCharCode(parseInt(octal, 8)),
    );
  return Buffer.from(bytes, "latin1").toString();
}
