import { analyzeCommand, verdictOf } from "../../packages/permissions/src/shell-analysis/index.ts";
import { median, milliseconds, type Row } from "../measure.ts";

const commands: Readonly<Record<string, string>> = {
  "one program": "ls -la src",
  "a typical line": `cd packages/x && git log --oneline -5 -- 'a b' | head -n 3; rg -n "foo bar" src 2>/dev/null`,
  "wrappers and substitutions": `for f in $(git ls-files '*.ts'); do timeout 5 bash -c 'wc -l a && ls' "$(cat <(date))"; done`,
  "50 commands": Array.from({ length: 50 }, (_, index) => `echo ${index}`).join("; "),
};

/** What a command costs before it is asked about or run. The first one loads the parsers. */
export async function shellAnalysis(): Promise<readonly Row[]> {
  const startedAt = performance.now();
  await analyzeCommand("ls");
  const first = performance.now() - startedAt;
  const rows: Row[] = [row("the first command, with loading the parsers (ms)", first)];
  for (const [what, command] of Object.entries(commands)) {
    for (let round = 0; round < 300; round++) verdictOf(await analyzeCommand(command));
    const figures: number[] = [];
    for (let round = 0; round < 300; round++) {
      const from = performance.now();
      verdictOf(await analyzeCommand(command));
      figures.push(performance.now() - from);
    }
    rows.push({ ...row(`judging a shell command: ${what} (ms)`, median(figures)), aim: 1 });
  }
  return rows;
}

const row = (what: string, ms: number): Row => ({ what, skein: milliseconds(ms), floor: "", value: ms });
