import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../src/command-table.ts";
import type { Command } from "../src/command.ts";
import { entry } from "./entry.ts";
import { sessionHome, type SessionHome } from "./session-home.ts";
import { readLate } from "./slow-reader.ts";

const pipeBytes = 65_536;
const long = "The needle is somewhere in this line.\n".repeat(3_000);
const littleSaid = "says a line or two, or needs a terminal";

/** Of every command that prints what may be long: a call that does. A new command has no row, and the test says so. */
const printing: Readonly<Record<string, readonly (readonly string[])[] | typeof littleSaid>> = {
  run: [["run", "--recipe", "long.yaml", "--explain"]],
  chat: littleSaid,
  resume: littleSaid,
  replay: [
    ["replay", "s-long", "--json"],
    ["replay", "s-long"],
  ],
  demo: littleSaid,
  configure: littleSaid,
  "provider list": [["provider", "list", "--json"]],
  "provider check": littleSaid,
  "provider models": [["provider", "models", "anthropic", "--json"]],
  "provider add": littleSaid,
  "provider login": littleSaid,
  "session list": [["session", "list", "--json"]],
  "session show": [
    ["session", "show", "s-long"],
    ["session", "show", "s-long", "--entries", "--json"],
    ["session", "show", "s-long", "--context"],
  ],
  "session search": [["session", "search", "needle", "--json"]],
  "session answer": littleSaid,
  "session cache": [["session", "cache", "s-long", "--json"]],
  "session compact": littleSaid,
  "session fork": littleSaid,
  "session diff": littleSaid,
  "session undo": littleSaid,
  "session redo": littleSaid,
  "session rewind": littleSaid,
  "session rename": littleSaid,
  "session export": [
    ["session", "export", "s-long", "--full"],
    ["session", "export", "s-long", "--format", "json"],
    ["session", "export", "s-long", "--format", "html", "--full"],
  ],
  "session import": littleSaid,
  "session scrub": littleSaid,
  "session remove": littleSaid,
  "session diagnostics": [["session", "diagnostics", "s-long", "-o", "-"]],
  "recipe list": [["recipe", "list", "--json"]],
  "recipe validate": [["recipe", "validate", "long.yaml", "--json"]],
  "recipe explain": [["recipe", "explain", "long.yaml"]],
  "recipe render": [["recipe", "render", "long.yaml"]],
  "recipe plan": [["recipe", "plan", "long.yaml", "--json"]],
  "recipe test": littleSaid,
  "recipe new": littleSaid,
  "recipe from-session": [["recipe", "from-session", "s-long"]],
  "recipe deeplink": [["recipe", "deeplink", "long.yaml"]],
  "schedule list": [["schedule", "list", "--json"]],
  "schedule add": littleSaid,
  "schedule show": littleSaid,
  "schedule run-now": littleSaid,
  "schedule pause": littleSaid,
  "schedule resume": littleSaid,
  "schedule remove": littleSaid,
  "schedule history": [["schedule", "history", "--json"]],
  "schedule daemon": littleSaid,
  "schedule install": littleSaid,
  "schedule uninstall": littleSaid,
  "permissions list": [["permissions", "list", "--json"]],
  "permissions explain": [["permissions", "explain", "git status && rm -rf build", "--json"]],
  "permissions suggest": [["permissions", "suggest", "--json"]],
  "permissions allow": littleSaid,
  "permissions ask": littleSaid,
  "permissions deny": littleSaid,
  "permissions test": littleSaid,
  "hooks list": [["hooks", "list", "--json"]],
  "hooks test": littleSaid,
  trust: [["trust", "--json"]],
  import: [["import", "--json"]],
  mcp: littleSaid,
  acp: littleSaid,
  budget: [["budget", "--json"]],
  doctor: [["doctor", "--offline", "--json"]],
  "extension list": [["extension", "list", "--json"]],
  "extension add": littleSaid,
  "extension disable": littleSaid,
  "extension enable": littleSaid,
  "extension import": littleSaid,
  "extension inspect": littleSaid,
  "extension login": littleSaid,
  "extension remove": littleSaid,
  "extension test": littleSaid,
  "extension trust": littleSaid,
  init: littleSaid,
  "memory list": [["memory", "list", "--json"]],
  "memory edit": littleSaid,
  "memory forget": littleSaid,
  "skill list": [["skill", "list", "--json"]],
  "skill add": littleSaid,
  "skill new": littleSaid,
  "skill show": littleSaid,
  "skill validate": littleSaid,
  completion: littleSaid,
  complete: littleSaid,
  info: [["info", "--schemas"], ["info", "--prompts"], ["info"]],
};

/** Those of them whose output is more than a pipe holds; of the others only what the pipe has no room for waits. */
const longest =
  /^(info --schemas|provider models|session (show s-long$|show .* --json|export|diagnostics)|recipe render)/;

const names = await Promise.all(
  Object.entries(commands).map(async ([name, load]) => {
    const { main }: { readonly main: Command } = await load();
    return (main.subcommands ?? [""]).map((word) => `${name} ${word}`.trim());
  }),
);
const all = names.flat();
const calls = Object.values(printing)
  .flatMap((rows) => (typeof rows === "string" ? [] : rows))
  .map((args) => [args.join(" "), args] as const);

let skein: SessionHome;
let server: Awaited<ReturnType<typeof serve>>;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const models = Array.from({ length: 3_000 }, (_, at) => ({ id: `model-${at}` }));
  server = await serve(() => ({
    status: 200,
    contentType: "application/json",
    body: Buffer.from(JSON.stringify({ data: models })),
  }));
  skein = await sessionHome();
  env = { HOME: skein.home, ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789", ANTHROPIC_BASE_URL: server.url };
  await skein.hold("s-long", "Find the needle.", [{ text: long }]);
  const indented = long.replaceAll(/^(?=.)/gm, "  ");
  writeFileSync(
    join(skein.cwd, "long.yaml"),
    `version: 1.0.0\ntitle: Long\ndescription: Long\nprompt: |\n${indented}`,
  );
}, 60_000);

afterAll(async () => {
  await skein[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Without what differs from one call to the next: times. */
function steady(text: string): string {
  return text.replaceAll(/[\d.]+/g, "0");
}

interface Whole {
  readonly exitCode: number;
  readonly stdout: string;
}
const known = new Map<string, Promise<Whole>>();

/** What the same call says where nothing is between: in this process. Made once for all who compare with it. */
function whole(args: readonly string[]): Promise<Whole> {
  const call = args.join(" ");
  const found = known.get(call) ?? wholeOf(args);
  known.set(call, found);
  return found;
}

async function wholeOf(args: readonly string[]): Promise<Whole> {
  const isOfProgram = args[0] === "help" || args[0]?.startsWith("-"); // no command
  const { exitCode, stdout } = await skein[isOfProgram ? "run" : "here"](args, env, { cwd: skein.cwd });
  return { exitCode: exitCode ?? -1, stdout };
}

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
  it.concurrent.each(calls)("%s", { timeout: 60_000 }, async (call, args) => {
    const late = await readLate(args, { cwd: skein.cwd, env });
    const { exitCode, stdout } = await whole(args);
    expect(stdout.length).toBeGreaterThan(longest.test(call) ? pipeBytes : 0);
    expect(late.exitCode).toBe(exitCode);
    expect(steady(late.read) === steady(stdout)).toBe(true);
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
    expect(late).toEqual({ exitCode: 0, read: (await whole([word])).stdout, errors: "" });
  });

  const textIn: Readonly<Record<string, (read: string) => unknown>> = {
    "text -q": (read) => read,
    text: (read) => read,
    json: (read) => (JSON.parse(read) as { text: string }).text,
    "stream-json": (read) => (JSON.parse(read.trimEnd().split("\n").at(-1) ?? "") as { text: string }).text,
  };

  it.concurrent.each(Object.keys(textIn))("of a run's answer as %s", { timeout: 60_000 }, async (format) => {
    const script = join(skein.home, "s-long.script.json");
    const model = ["--provider", "replay", "--model", script, "--no-session"];
    const args = ["run", "-t", "go", ...model, "--output-format", ...format.split(" ")];
    const { exitCode, read } = await readLate(args, { cwd: skein.cwd, env });
    expect(exitCode).toBe(0);
    expect(textIn[format]?.(read) === long).toBe(true);
  });
});

describe("a reader that leaves early", () => {
  it.concurrent.each(calls)("is no error: %s", { timeout: 60_000 }, async (_, args) => {
    const reader = "head -c 65546; exec <&-";
    const { read, exitCode, errors } = await readLate(args, { cwd: skein.cwd, env, reader });
    expect(read).toHaveLength(10);
    expect(exitCode).toBe((await whole(args)).exitCode);
    expect(errors).not.toMatch(/EPIPE|defect|reader|\n {4}at /);
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
