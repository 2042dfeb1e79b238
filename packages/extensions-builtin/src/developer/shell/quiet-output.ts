import { groupedNumber } from "@skein/protocol";
/** What of a text is only progress, and how many lines that were. */
export interface QuietText {
  readonly text: string;
  /** Lines that were left out. */
  readonly dropped: number;
}

/** So many lines of one kind in a row are a flood: its first and last stay. */
const leastInARow = 5;

/** Lines that say that work goes on and how far it is. A line that speaks of a problem never counts as one. */
const kinds: readonly RegExp[] = [
  // cargo, rustc
  /^\s*(?:Compiling|Downloaded|Downloading|Checking|Fresh|Building|Updating|Locking|Adding) \S+ /,
  // pip, uv, poetry
  /^\s*(?:Collecting|Downloading|Using cached|Requirement already satisfied|Obtaining|Installing|Preparing metadata|Getting requirements)\b/,
  /^\s*[━╸╺─█▉▊▋▌▍▎▏░▒▓#=>.\s-]{8,}.*(?:\d+(?:\.\d+)?\s?(?:%|[kKMG]i?B)|eta)/,
  // npm, pnpm, yarn
  /^(?:npm (?:http|timing|sill|verb|info)|Progress: resolved|\s*[└├]─ .* completed|➤ YN0013)/,
  // apt
  /^(?:Get:\d+|Hit:\d+|Ign:\d+|Selecting previously|Preparing to unpack|Unpacking|Setting up|Processing triggers)\b/,
  // docker
  /^\s*(?:#\d+ )?[0-9a-f]{12}: (?:Pulling|Waiting|Downloading|Verifying|Download complete|Extracting|Pull complete|Already exists)/,
  // maven, gradle, go
  /^(?:\[INFO\] )?(?:Downloading|Downloaded) from|^Progress \(\d+\)|^go: downloading |^> Task :\S+(?: UP-TO-DATE| NO-SOURCE)?$/,
  // tests that passed: vitest, jest, mocha, cargo, go, TAP, ctest, pytest -v
  /^\s*(?:✓|✔|√|PASS|ok \d+|=== RUN|--- PASS|=== PAUSE|=== CONT)(?:\s|$)/,
  /^test \S+ \.\.\. ok$|^\s*\d+\/\d+ Test +#\d+:.*Passed|\bPASSED\s+\[\s*\d+%\]$|^[.sx]+\s+\[\s*\d+%\]$/,
  // spinners
  /^\s*[⠁-⣿◐◓◑◒|/\\-] \S/u,
];

const problem = /error|warn|fail|fatal|panic|exception|denied|cannot|could not|unable|not found|refused/i;

/**
 * Leaves out floods of progress: lines of one kind, or the same line again and again. For a text whose whole is kept
 * elsewhere.
 */
export function quietOutput(text: string): QuietText {
  const lines = text.split("\n");
  if (lines.length <= leastInARow) return { text, dropped: 0 };
  const kept: string[] = [];
  let dropped = 0;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    let end = at + 1;
    while (end < lines.length && lines[end] === line) end++;
    const isSame = end - at >= leastInARow && line.trim() !== "";
    const kind = isSame ? undefined : kindOf(line);
    if (kind) {
      end = at + 1;
      while (end < lines.length && isOfKind(lines[end] ?? "", kind)) end++;
    }
    const count = end - at;
    if ((isSame || kind) && count >= leastInARow) {
      const last = isSame ? [] : [lines[end - 1] ?? ""];
      const left = count - 1 - last.length;
      kept.push(
        line,
        `[… ${groupedNumber(left)} ${isSame ? "times the same" : "lines like this"} …]`,
        ...last,
      );
      dropped += left;
    } else kept.push(...lines.slice(at, end));
    at = end;
  }
  return dropped === 0 ? { text, dropped } : { text: kept.join("\n"), dropped };
}

function kindOf(line: string): RegExp | undefined {
  return problem.test(line) ? undefined : kinds.find((kind) => kind.test(line));
}

function isOfKind(line: string, kind: RegExp): boolean {
  return kind.test(line) && !problem.test(line);
}

/** Programs whose output is the content of files: nothing of it is progress. */
const showing =
  /^\s*(?:cat|tac|nl|head|tail|sed|awk|less|more|bat|batcat|echo|printf|grep|rg|ag|git|diff|find|ls|jq|cut|sort)\b/;

/** Whether the output of a command may have progress in it. */
export function mayReportProgress(command: string): boolean {
  return !showing.test(command);
}
