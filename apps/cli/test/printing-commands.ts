import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@skein/command-line";
import { serveScript } from "@skein/provider-conformance/servers";
import { expect } from "vitest";
import { commands } from "../src/later.ts";
import { sessionHome, type SessionHome } from "./session-home.ts";
import { readLate, type LateOptions, type ReadLate } from "./slow-reader.ts";

export const pipeBytes = 65_536;
export const long = "The needle is somewhere in this line.\n".repeat(3_000);
const littleSaid = "says a line or two, or needs a terminal";

/** Of every command that prints what may be long: a call that does. A new command has no row, and the test says so. */
export const printing: Readonly<Record<string, readonly (readonly string[])[] | typeof littleSaid>> = {
  run: [["run", "--recipe", "long.yaml", "--explain"]],
  chat: littleSaid,
  resume: littleSaid,
  bg: littleSaid,
  ps: [["ps", "--json"]],
  attach: littleSaid,
  answer: littleSaid,
  submit: littleSaid,
  worker: littleSaid,
  cancel: littleSaid,
  limits: littleSaid,
  logs: [["logs", "s-long"]],
  stop: littleSaid,
  "worktree list": littleSaid,
  "worktree merge": littleSaid,
  "worktree remove": littleSaid,
  review: littleSaid,
  ci: littleSaid,
  replay: [
    ["replay", "s-long", "--json"],
    ["replay", "s-long"],
  ],
  demo: littleSaid,
  configure: littleSaid,
  "provider list": [["provider", "list", "--json"]],
  "provider check": littleSaid,
  "provider models": [["provider", "models", "anthropic", "--json"]],
  "provider refresh": [["provider", "refresh", "--from", "models.json", "--dry-run"]],
  "provider add": littleSaid,
  "provider login": littleSaid,
  "local add": littleSaid,
  "local list": littleSaid,
  "local remove": littleSaid,
  "provider logout": littleSaid,
  "provider status": [["provider", "status", "--json"]],
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
  "session move": littleSaid,
  "session push": littleSaid,
  "session pull": littleSaid,
  "session scrub": littleSaid,
  "session remove": littleSaid,
  "session diagnostics": [["session", "diagnostics", "s-long", "-o", "-"]],
  project: [["project", "--json"]],
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
  web: littleSaid,
  serve: littleSaid,
  budget: [["budget", "--json"]],
  term: littleSaid,
  update: littleSaid,
  doctor: [["doctor", "--offline", "--json"]],
  "extension list": [["extension", "list", "--json"]],
  "extension add": littleSaid,
  "extension disable": littleSaid,
  "extension enable": littleSaid,
  "extension import": littleSaid,
  "extension inspect": littleSaid,
  "extension log": [
    ["extension", "log", "chatty"],
    ["extension", "log", "chatty", "--json"],
  ],
  "extension login": littleSaid,
  "extension remove": littleSaid,
  "extension test": littleSaid,
  "extension trust": littleSaid,
  init: littleSaid,
  "memory list": [["memory", "list", "--json"]],
  "memory edit": littleSaid,
  "memory forget": littleSaid,
  "memory proposals": littleSaid,
  "memory accept": littleSaid,
  "memory decline": littleSaid,
  "skill list": [["skill", "list", "--json"]],
  "skill add": littleSaid,
  "skill new": littleSaid,
  "skill show": littleSaid,
  "skill validate": littleSaid,
  completion: littleSaid,
  complete: littleSaid,
  info: [["info", "--schemas"], ["info", "--prompts"], ["info"]],
};

/**
 * Those of them whose output is more than a pipe holds; of the others only what the pipe has no room for waits. They stand
 * for the others, which are read by the end-to-end tests: it is one way by which all output goes out.
 */
export const longest =
  /^(info --schemas|provider models|session (show s-long$|show .* --json|export|diagnostics)|recipe render)/;

const names = await Promise.all(
  Object.entries(commands).map(async ([name, load]) => {
    const { main }: { readonly main: Command } = await load();
    return (main.subcommands ?? [""]).map((word) => `${name} ${word}`.trim());
  }),
);
/** The words of all commands. */
export const all = names.flat();
/** What is called of them. */
export const calls = Object.values(printing)
  .flatMap((rows) => (typeof rows === "string" ? [] : rows))
  .map((args) => [args.join(" "), args] as const);

export interface PrintingHome extends AsyncDisposable {
  readonly skein: SessionHome;
  readonly env: Readonly<Record<string, string>>;
  /** What the same call says where nothing is between: in this process. Made once for all who compare with it. */
  readonly whole: (args: readonly string[]) => Promise<Whole>;
  /** The same call, whose reader comes late or leaves early. */
  readonly late: (args: readonly string[], more?: Partial<LateOptions>) => Promise<ReadLate>;
}

interface Whole {
  readonly exitCode: number;
  readonly stdout: string;
}

/** A home in which every call of the table has something to print. */
export async function printingHome(): Promise<PrintingHome> {
  const models = Array.from({ length: 3_000 }, (_, at) => ({ id: `model-${at}` }));
  const server = await serveScript(() => ({
    status: 200,
    contentType: "application/json",
    body: Buffer.from(JSON.stringify({ data: models })),
  }));
  const skein = await sessionHome();
  const env = {
    HOME: skein.home,
    ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
    ANTHROPIC_BASE_URL: server.url,
  };
  const logs = join(skein.home, ".local", "state", "skein", "extension-logs");
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, "chatty.log"), long);
  await skein.hold("s-long", "Find the needle.", [{ text: long }]);
  const indented = long.replaceAll(/^(?=.)/gm, "  ");
  writeFileSync(
    join(skein.cwd, "long.yaml"),
    `version: 1.0.0\ntitle: Long\ndescription: Long\nprompt: |\n${indented}`,
  );
  const dearer = { "openai/gpt-oss-120b": { cost: { input: 9, output: 9 } } };
  writeFileSync(join(skein.cwd, "models.json"), JSON.stringify({ groq: { models: dearer } }));
  const known = new Map<string, Promise<Whole>>();
  async function wholeOf(args: readonly string[]): Promise<Whole> {
    const isOfProgram = args[0] === "help" || args[0]?.startsWith("-"); // no command
    const { exitCode, stdout } = await skein[isOfProgram ? "run" : "here"](args, env, { cwd: skein.cwd });
    return { exitCode: exitCode ?? -1, stdout };
  }
  return {
    skein,
    env,
    whole(args) {
      const call = args.join(" ");
      const found = known.get(call) ?? wholeOf(args);
      known.set(call, found);
      return found;
    },
    late: (args, more) => readLate(args, { cwd: skein.cwd, env, ...more }),
    async [Symbol.asyncDispose]() {
      await skein[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Without what differs from one call to the next: times. */
function steady(text: string): string {
  return text.replaceAll(/[\d.]+/g, "0");
}

/** A reader that comes late gets everything. @returns how many characters that is. */
export async function comesLate({ late, whole }: PrintingHome, args: readonly string[]): Promise<number> {
  const { exitCode, read } = await late(args);
  const here = await whole(args);
  expect(exitCode).toBe(here.exitCode);
  expect(steady(read) === steady(here.stdout)).toBe(true);
  return here.stdout.length;
}

/** A reader that leaves early is no error. @returns what is wrong; empty when nothing is. */
export async function leavesEarly({ late, whole }: PrintingHome, args: readonly string[]): Promise<string> {
  const { read, exitCode, errors } = await late(args, { reader: "head -c 65546; exec <&-" });
  const { exitCode: usual } = await whole(args);
  if (read.length !== 10 || exitCode !== usual)
    return `${read.length} characters were read, and it ended with ${exitCode}, not with ${usual}`;
  return /EPIPE|defect|reader|\n {4}at /.test(errors) ? errors : "";
}
