import { createGate, type PermissionRule } from "../../packages/permissions/src/index.ts";
import { median, milliseconds, type Row } from "../measure.ts";

const rules: readonly PermissionRule[] = [
  { tool: "shell(npm test *)", verdict: "allow" },
  { tool: "edit(src/**)", verdict: "allow" },
  { tool: "shell(git push *)", verdict: "ask" },
  { tool: "read(secrets/**)", verdict: "deny" },
  { tool: "fetch(domain:example.com)", verdict: "deny" },
];
const commands: Readonly<Record<string, string>> = {
  "one program": "ls -la src",
  "a typical line": "cd packages && git log --oneline -5 -- src | head -n 3",
  "a line with a rule": "npm test 2>&1 | tail -20",
};
const rounds = 300;

/** What a decision about a command costs, from the call to the verdict, with the files that it names looked up. */
export async function permissions(): Promise<readonly Row[]> {
  const gate = createGate({ mode: "smart_approve", rules, isPlainRepository: () => true });
  const { signal } = new AbortController();
  const rows: Row[] = [];
  for (const [what, command] of Object.entries(commands)) {
    const request = {
      callId: "1",
      tool: "shell",
      extension: "developer",
      effect: "runs",
      input: { command },
      cwd: process.cwd(),
    } as const;
    for (let round = 0; round < rounds; round++) await gate.decide(request, signal);
    const figures: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      await gate.decide(request, signal);
      figures.push(performance.now() - from);
    }
    const ms = median(figures);
    rows.push({
      what: `deciding about a command: ${what} (ms)`,
      skein: milliseconds(ms),
      floor: "",
      value: ms,
      aim: 1,
    });
  }
  return rows;
}
