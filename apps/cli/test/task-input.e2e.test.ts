import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { entry, entryEnv } from "./entry.ts";
import { say } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

type Server = Awaited<ReturnType<typeof anthropicServer>>;

interface Fixture extends AsyncDisposable {
  readonly server: Server;
  readonly skein: SkeinHome;
  /** What the model was asked, of the first request. */
  asked(): string;
}

async function fixture(): Promise<Fixture> {
  const server = await anthropicServer(() => say("Well."));
  const skein = await skeinHome(server.url);
  return {
    server,
    skein,
    asked: () => server.requests[0]?.bytes.toString() ?? "",
    async [Symbol.asyncDispose]() {
      await skein[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Runs `skein` as `$skein` in a line of a shell. */
async function inShell(
  { skein }: Fixture,
  line: string,
): Promise<{ readonly exitCode: number | null; readonly stderr: string }> {
  const child = spawn("bash", ["-c", `skein() { "${process.execPath}" "${entry}" "$@"; }\n${line}`], {
    cwd: skein.home,
    env: {
      ...entryEnv,
      PATH: process.env["PATH"] ?? "",
      HOME: skein.home,
      SKEIN_NO_KEYRING: "1",
      ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
      ANTHROPIC_BASE_URL: skein.baseUrl,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { exitCode, stderr };
}

const waited = "Nothing came on standard input within 3 s";

describe("standard input", () => {
  it.concurrent.each([
    ["a pipe", `printf 'the diff' | skein run -t 'review this'`, "review this\\n\\nthe diff"],
    ["a file", `printf 'the file' >f; skein run -t 'review this' <f`, "review this\\n\\nthe file"],
    ["a here document", `skein run -p 'review this' <<<'the lines'`, "review this\\n\\nthe lines"],
    ["alone", `echo 'the task' | skein run`, '"the task\\n"'],
    ["behind words", `printf 'the diff' | skein run review this`, "review this\\n\\nthe diff"],
    ["behind quoted words alone", `printf 'the diff' | skein 'review this'`, "review this\\n\\nthe diff"],
    [
      "behind a file",
      `echo 'from a file' >t; printf 'the diff' | skein run -i t`,
      "from a file\\n\\n\\nthe diff",
    ],
    [
      "asked for with -i -",
      `printf 'the diff' | skein run -t 'review this' -i -`,
      "review this\\n\\nthe diff",
    ],
    ["empty", `printf '' | skein run -t 'review this'`, '"review this"'],
    ["no device", `skein run -t 'review this' </dev/null`, '"review this"'],
    ["closed", `skein run -t 'review this' <&-`, '"review this"'],
    ["left out", `printf 'the diff' | skein run -t 'review this' --no-stdin`, '"review this"'],
    ["left out of an idle pipe", `sleep 9 | skein run -t 'review this' --no-stdin`, '"review this"'],
    [
      "slow after its first byte",
      `{ printf 'the '; sleep 4; printf 'diff'; } | skein run -t 'review this'`,
      "review this\\n\\nthe diff",
    ],
    [
      "late where the task comes from nowhere else",
      `{ sleep 4; echo 'the task'; } | skein run`,
      '"the task\\n"',
    ],
  ])("%s", async (_, line, task) => {
    await using given = await fixture();
    const { exitCode, stderr } = await inShell(given, line);
    expect({ exitCode, stderr: stderr.includes(waited) }).toEqual({ exitCode: 0, stderr: false });
    expect(given.asked()).toContain(task);
  });

  it.concurrent("in which nothing comes is not waited for, and that is said", async () => {
    await using given = await fixture();
    const { exitCode, stderr } = await inShell(given, `sleep 12 | { skein run -t 'review this'; }`);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(waited);
    expect(stderr).toContain("--no-stdin");
    expect(given.asked()).toContain('"review this"');
  });

  it.concurrent("that is a folder is an error", async () => {
    await using given = await fixture();
    const { exitCode, stderr } = await inShell(given, `mkdir f; skein run -t 'review this' <f`);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/Standard input cannot be read \(it is a folder\)[^]*--no-stdin/);
    expect(given.server.requests).toHaveLength(0);
  });

  it.concurrent("is the text of a recipe", async () => {
    await using given = await fixture();
    writeFileSync(
      join(given.skein.home, "review.yaml"),
      "version: 1.0.0\ntitle: Review\ndescription: Reviews\nprompt: Review it.\n",
    );
    const { exitCode } = await inShell(given, `printf 'the diff' | skein run --recipe review.yaml`);
    expect(exitCode).toBe(0);
    expect(given.asked()).toContain("Review it.");
    expect(given.asked()).toContain("the diff");
  });

  it.runIf(hasTerminal)("of a terminal is never read", async () => {
    await using given = await fixture();
    const { home, baseUrl } = given.skein;
    const env = { ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789", ANTHROPIC_BASE_URL: baseUrl };
    await using terminal = skeinInTerminal(["run", "-t", "review this"], {
      cwd: home,
      env: { ...env, SKEIN_NO_KEYRING: "1" },
    });
    await terminal.shows("Well.");
    expect(await terminal.ended).toBe(0);
    expect(given.asked()).toContain('"review this"');
  });
});

describe("words", () => {
  it.concurrent.each([
    [["fix the bug"], "fix the bug"],
    [["fix", "the", "bug"], "fix the bug"],
    [["run", "fix", "the", "bug"], "fix the bug"],
    [["run", "--mode", "auto", "fix the bug"], "fix the bug"],
    [["fix the bug", "--mode", "auto"], "fix the bug"],
    [["run", "polish"], "polish"],
    [["run", "--", "-t", "is", "a", "flag"], "-t is a flag"],
    [["reduce", "the", "bundle"], "reduce the bundle"],
    [["-p", "fix the bug"], "fix the bug"],
    [["run", "-p", "list"], "list"],
    [["run", "-t", "doctor"], "doctor"],
  ])("%j are a task", async (args, task) => {
    await using given = await fixture();
    const { exitCode } = await given.skein.here(args);
    expect(exitCode).toBe(0);
    expect(given.asked()).toContain(`"${task}"`);
  });

  it.each([
    [["docter"], "`skein doctor`"],
    [["docter", "--offline"], "`skein doctor`"],
    [["recpie", "list"], "`skein recipe`"],
    [["sesion", "show", "heron", "--json"], "`skein session`"],
    [["rsume", "heron"], "`skein resume`"],
    [["list"], "`skein session list`"],
    [["hello"], 'skein run -t "hello"'],
    [["run", "docter"], "`skein doctor`"],
    [["run", "doctor"], "`skein doctor`"],
    [["run", "validate"], "`skein recipe validate`"],
    [["run", "-t", "fix it", "now"], 'Unexpected argument "now"'],
    [["run", "-i", "notes.md", "-t", "fix it", "now"], 'Unexpected argument "now"'],
    [["run", "-t", "fix it", "-p", "fix it"], "--prompt is another name of --text"],
    [["run", "-i", "-", "--no-stdin"], "--no-stdin"],
    [["run", "--no-stdin"], "There is no task"],
    [["run", "--recipe", "x.yaml", "--explain", "now"], "nothing is run"],
  ])("%j are exit 2 with a way out, and no request", async (args, said) => {
    await using given = await fixture();
    const { exitCode, stdout, stderr } = await given.skein.here(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(given.server.requests).toHaveLength(0);
  });
});
