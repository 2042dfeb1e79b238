import type { JsonObject } from "../../../packages/protocol/src/index.ts";

export interface TortureCase {
  readonly name: string;
  /** The program that it needs, which may be missing. */
  readonly needs?: string;
  /** The calls that it makes, one after the other. */
  readonly calls: readonly { readonly tool: string; readonly input: JsonObject }[];
  /** What the model must read in the end. */
  readonly expected: RegExp;
  /** Milliseconds. */
  readonly within: number;
}

const shell = (command: string, more: JsonObject = {}) => ({ tool: "shell", input: { command, ...more } });
const job = (input: JsonObject) => ({ tool: "job", input });
const typed = (input: JsonObject) => ({ tool: "job_input", input });

/** @param seconds - what no other process has among its arguments. @param port - that is free. */
export function casesOf(seconds: string, port: number): readonly TortureCase[] {
  const server = `node -e 'require("http").createServer((q,r)=>r.end("served ${seconds}")).listen(${port},"127.0.0.1",()=>console.log("ready"))'`;
  return [
    {
      name: "a server: started, waited for, asked, ended",
      needs: "curl",
      calls: [
        shell(server, { background: true }),
        job({ id: "1", wait_for: `port ${port}`, wait_ms: 60_000 }),
        shell(`curl -s http://127.0.0.1:${port}/`),
        job({ id: "1", end: true }),
        shell(`curl -s http://127.0.0.1:${port}/ || echo gone`),
      ],
      expected: new RegExp(`served ${seconds}[^]*was ended by you[^]*gone`),
      within: 60_000,
    },
    { name: "read x", calls: [shell("read x")], expected: /stdin is empty/, within: 20_000 },
    {
      name: "sudo",
      needs: "sudo",
      calls: [shell("sudo -k; sudo true")],
      expected: /password|^\[no output\]$/,
      within: 20_000,
    },
    { name: "vim", needs: "vim", calls: [shell("vim x")], expected: /waited for a terminal/, within: 20_000 },
    { name: "top", needs: "top", calls: [shell("top")], expected: /needs a terminal/, within: 20_000 },
    { name: "less", needs: "less", calls: [shell("seq 3 | less")], expected: /^1\n2\n3$/, within: 20_000 },
    {
      name: "git rebase -i",
      needs: "git",
      calls: [
        shell(
          "git init -q r && cd r && git config user.name a && git config user.email a@b && for i in 1 2 3; do git commit -q --allow-empty -m $i; done; git rebase -i HEAD~2",
        ),
      ],
      expected: /No editor was opened/,
      within: 30_000,
    },
    {
      name: "vim in a terminal",
      needs: "vim",
      calls: [
        shell("vim x", { pty: true }),
        typed({ id: "1", input: "itwo words", keys: "Escape :wq Enter" }),
        shell("cat x"),
      ],
      expected: /cursor in line[^]*has ended, exit code 0[^]*two words$/,
      within: 30_000,
    },
    {
      name: "git rebase -i in a terminal",
      needs: "vim",
      calls: [
        shell(
          "git init -q r && cd r && git config user.name a && git config user.email a@b && for i in 1 2 3; do git commit -q --allow-empty -m $i; done",
        ),
        shell("cd r && GIT_EDITOR='vim -u NONE' git rebase -i --keep-empty HEAD~2", { pty: true }),
        typed({ id: "1", keys: "Enter" }),
        typed({ id: "1", input: ":1s/pick/drop/\n:wq\n" }),
        job({ id: "1", wait_for: "end" }),
        shell("cd r && git log --format=%s"),
      ],
      expected: /pick \w+ 2[^]*\n?3\n1$/,
      within: 60_000,
    },
    {
      name: "a terminal in which no one types",
      calls: [
        shell(`read x; sleep ${seconds}`, { pty: true }),
        shell(`sleep ${seconds}`, { pty: true, timeout_ms: 500 }),
        job({ id: "2", wait_for: "end" }),
      ],
      expected: /Job 1 is running[^]*at its time limit/,
      within: 30_000,
    },
    {
      name: "endless output of a job",
      calls: [
        shell("yes", { background: true }),
        job({ id: "1", wait_ms: 6000 }),
        job({ id: "1", end: true }),
      ],
      expected: /of which the first [\d,]+ were dropped[^]*was ended by you/,
      within: 60_000,
    },
    {
      name: "endless output",
      calls: [shell("yes", { timeout_ms: 60_000 })],
      expected: /cut off at its limit/,
      within: 90_000,
    },
    {
      name: "a line of 200 MB",
      calls: [shell("head -c 200000000 /dev/zero | tr '\\0' x")],
      expected: /cut off at its limit|\[The full output/,
      within: 90_000,
    },
    {
      name: "what hides from its end",
      calls: [
        shell(
          `setsid bash -c 'trap "" TERM; sleep ${seconds}' & env -i setsid sleep ${seconds} & (sleep ${seconds} &) ; echo out`,
        ),
      ],
      expected: /^out$/,
      within: 20_000,
    },
    {
      name: "ten jobs at once, some deaf to TERM",
      calls: Array.from({ length: 10 }, (_, at) =>
        shell(`${at % 2 ? "trap '' TERM; " : ""}echo job; sleep ${seconds}`, { background: true }),
      ),
      expected: /Job 10 is running/,
      within: 60_000,
    },
  ];
}
