import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entry } from "./entry.ts";
import {
  all,
  calls,
  comesLate,
  leavesEarly,
  long,
  longest,
  pipeBytes,
  printing,
  printingHome,
  type PrintingHome,
} from "./printing-commands.ts";
import type { SessionHome } from "./session-home.ts";
import { readLate } from "./slow-reader.ts";

const longCalls = calls.filter(([call]) => longest.test(call));

let home: PrintingHome;
let skein: SessionHome;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  home = await printingHome();
  ({ skein, env } = home);
});

afterAll(() => home[Symbol.asyncDispose]());

const helpful = /^skein [\s\S]*\n$/;
const refusing = /no-such-flag[\s\S]*\n$/;

it.each(all)("%s has a help, and a sentence for a flag that it does not know", async (name) => {
  const words = name.split(" ");
  const help = await skein.here([...words, "--help"], env);
  expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(helpful) as string });
  expect(help.stdout).not.toMatch(/\bdocs\//); // who has installed the command has no such files
  const error = await skein.here([...words, "--no-such-flag"], env);
  expect(error).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(refusing) as string });
});

it("every command has a row", () => {
  expect(Object.keys(printing).toSorted()).toEqual(all.toSorted());
});

describe("a reader that comes late gets everything", () => {
  it.concurrent.each(longCalls)("%s", async (_, args) => {
    expect(await comesLate(home, args)).toBeGreaterThan(pipeBytes);
  });

  // One process of each kind: the words of all commands are read below, and go out the same way.
  it.concurrent.each(["run", "session list", "chat"])(
    "of the help of %s, and of its errors",
    async (name) => {
      const { cwd } = skein;
      const words = name.split(" ");
      const [help, error] = await Promise.all([
        readLate([...words, "--help"], { cwd, env }),
        readLate([...words, "--no-such-flag"], { cwd, env, of: "stderr" }),
      ]);
      expect(help).toMatchObject({ exitCode: 0, read: expect.stringMatching(helpful) as string });
      expect(error).toMatchObject({ exitCode: 2, read: expect.stringMatching(refusing) as string });
    },
  );

  it.concurrent.each(["--help", "help", "--version"])("of skein %s", async (word) => {
    const late = await readLate([word], { cwd: skein.cwd, env });
    expect(late).toEqual({ exitCode: 0, read: (await home.whole([word])).stdout, errors: "" });
  });

  const textIn: Readonly<Record<string, (read: string) => unknown>> = {
    "text -q": (read) => read,
    text: (read) => read,
    json: (read) => (JSON.parse(read) as { text: string }).text,
    "stream-json": (read) => (JSON.parse(read.trimEnd().split("\n").at(-1) ?? "") as { text: string }).text,
  };

  it.concurrent.each(Object.keys(textIn))("of a run's answer as %s", async (format) => {
    const script = join(skein.home, "s-long.script.json");
    const model = ["--provider", "replay", "--model", script, "--no-session"];
    const args = ["run", "-t", "go", ...model, "--output-format", ...format.split(" ")];
    const { exitCode, read } = await readLate(args, { cwd: skein.cwd, env });
    expect(exitCode).toBe(0);
    expect(textIn[format]?.(read) === long).toBe(true);
  });
});

describe("a reader that leaves early", () => {
  it.concurrent.each(longCalls)("is no error: %s", async (_, args) => {
    expect(await leavesEarly(home, args)).toBe("");
  });
});

describe("standard output that cannot be written", () => {
  it.each(["--help", "info --schemas", "session show s-long"])("is 2 and a sentence: %s", (call) => {
    const args = call.split(" ");
    const line = `"$@" </dev/null >/dev/full`;
    const { status, stderr } = spawnSync("bash", ["-c", line, "bash", process.execPath, entry, ...args], {
      cwd: skein.cwd,
      env: { PATH: process.env["PATH"], ...env },
      encoding: "utf8",
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^skein: Standard output cannot be written: .*ENOSPC/);
    expect(stderr).not.toContain("    at ");
  });

  it("is told of a file that a full disk cuts short, too", () => {
    const line = `ulimit -f 64; trap '' XFSZ; exec "$@" </dev/null >"$OUT"`;
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", line, "bash", process.execPath, entry, "info", "--schemas"],
      {
        cwd: skein.cwd,
        env: { PATH: process.env["PATH"], ...env, OUT: join(skein.home, "cut.json") },
        encoding: "utf8",
      },
    );
    expect(status).toBe(2);
    expect(stderr).toContain("Standard output cannot be written");
  });
});

it("one file ends the process", () => {
  const root = join(import.meta.dirname, "..", "src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const ending = files.filter((file) =>
    /process\.(exit|reallyExit|abort)\(/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(ending).toEqual(["end-process.ts"]);
});
