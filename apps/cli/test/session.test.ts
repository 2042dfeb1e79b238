import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

const script: AnthropicReply[] = [
  {
    parts: [
      { type: "text", text: "I will look." },
      { type: "tool-call", id: "t1", name: "shell", input: { command: "echo working; exit 3" } },
    ],
  },
  { parts: [{ type: "text", text: "All is \u001b[31mwell." }] },
];

let skein: SkeinHome;
let cwd: string;

beforeAll(async () => {
  await using server = await anthropicServer(script);
  skein = await skeinHome(server.url);
  cwd = join(skein.home, "app");
  mkdirSync(cwd);
  const flags = ["--mode", "auto", "--session-id", "s-one", "--name", "first"];
  const { exitCode, stderr } = await skein.here(["run", "-t", "look around\nplease", ...flags], {}, { cwd });
  if (exitCode !== 0) throw new Error(stderr);
});
afterAll(() => skein[Symbol.asyncDispose]());

const here = (...args: readonly string[]) => skein.here(["session", ...args], {}, { cwd });

/** Another home whose sessions begin as copies of this one's. */
async function copied(): Promise<SkeinHome> {
  const other = await skeinHome();
  cpSync(join(skein.home, ".local"), join(other.home, ".local"), { recursive: true });
  return other;
}

describe("skein session list", () => {
  it("shows this folder's sessions, and those of all folders when asked", async () => {
    const listed = await here("list");
    expect(listed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(listed.stdout).toMatch(/^s-one +\d\d:\d\d +done +2 +\$0\.0\d+ +first: look around please$/m);
    expect(Math.max(...listed.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);

    const elsewhere = await skein.here(["session"]);
    expect(elsewhere.stdout).toBe("");
    expect(elsewhere.stderr).toContain("1 in other folders: --all");

    const all = await skein.here(["session", "list", "--all"]);
    expect(all.stdout.startsWith(`${cwd}\n`)).toBe(true);
    const json = await skein.here(["session", "list", "--all", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      total: 1,
      sessions: [
        {
          id: "s-one",
          name: "first",
          cwd,
          state: "done",
          turns: 2,
          firstText: "look around\nplease",
          parent: null,
          isRewound: false,
          hasUnknownCost: false,
        },
      ],
    });
  });

  it("keeps to its limit and says what it left out; lists what is damaged", async () => {
    await using other = await copied();
    const broken = join(other.home, ".local/share/skein/sessions/broken");
    mkdirSync(broken);
    writeFileSync(join(broken, "journal.db"), "no database at all, sorry");
    const one = await other.here(["session", "list", "--all", "--limit", "1"]);
    expect(one.stderr).toContain("1 more: --limit 0");
    const all = await other.here(["session", "list", "--limit", "0"]);
    expect(all.stdout).toMatch(/^broken .*damaged/m);
    const shown = await other.here(["session", "show", "broken"]);
    expect(shown).toMatchObject({ exitCode: 2, stdout: "" });
    expect(shown.stderr).not.toContain("defect");
  });
});

describe("skein session show", () => {
  it("tells what was said and done, how it ended and what it cost, and nothing of it moves the terminal", async () => {
    const { exitCode, stdout } = await here("show");
    expect(exitCode).toBe(0);
    const order = [
      "first (s-one)",
      "> look around",
      "I will look.",
      "● shell",
      "working",
      "All is",
      "— done",
      "2 requests",
    ];
    const places = order.map((text) => stdout.indexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(stdout).toMatch(/● shell .*\(\d+\.\d s\)/);
    expect(stdout).not.toContain("\u001b");
    const others = await Promise.all(["s-one", "s-o", "first"].map((wanted) => here("show", wanted)));
    expect(others.map((one) => one.stdout)).toEqual([stdout, stdout, stdout]);
  });

  it("is an object for scripts", async () => {
    const { stdout } = await here("show", "first", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      id: "s-one",
      state: "done",
      turns: [
        {
          outcome: { name: "done" },
          items: [{ type: "user" }, { type: "text" }, { type: "call" }, { type: "text" }],
        },
      ],
      costs: { requests: 2 },
    });
  });

  it("shows what the model would be sent now", async () => {
    const { stdout } = await here("show", "first", "--context", "--json");
    const context = JSON.parse(stdout) as {
      system: string;
      tools: { name: string }[];
      messages: { role: string }[];
    };
    expect(context.system).toContain("You are Skein");
    expect(context.tools.map(({ name }) => name)).toContain("shell");
    expect(context.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    const text = await here("show", "first", "--context", "--full");
    expect(text.stdout).toMatch(/^SYSTEM\n {2}You are Skein/);
    const said = text.stdout.slice(text.stdout.indexOf("\nUSER\n"), text.stdout.indexOf("\nASSISTANT\n"));
    expect(said).toContain("  <skein_context>\n");
  });

  it("lists the journal, with the numbers that a rewind or a fork wants", async () => {
    const { stdout } = await here("show", "--entries");
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => Number(line.trim().split(" ")[0]))).toEqual(lines.map((_, at) => at + 1));
    expect(stdout).toMatch(/^ +\d+ +[-\d]+ [:\d]+ +user-message +look around please$/m);
    expect(stdout).toMatch(/^ +\d+ +[-\d]+ [:\d]+ +tool-result +shell .*working/m);
    expect(stdout).not.toContain("\u001b");
    const part = await here(
      "show",
      "first",
      "--entries",
      "--from",
      "2",
      "--to",
      "8",
      "--kind",
      "settings",
      "--json",
    );
    expect(JSON.parse(part.stdout)).toMatchObject({ id: "s-one", entries: [{ seq: 2, kind: "settings" }] });
    const wrong = await here("show", "--entries", "--kind", "tool-results");
    expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
    expect(wrong.stderr).toContain("Did you mean tool-result?");
  });

  it("shows of a damaged session what stands before the damage, and says so", async () => {
    await using other = await copied();
    const file = join(other.home, ".local/share/skein/sessions/s-one/journal.db");
    damage(file, "tool-result");
    const shown = await other.here(["session", "show", "s-one"]);
    expect(shown.exitCode).toBe(2);
    expect(shown.stdout).toContain("> look around");
    expect(shown.stdout).not.toContain("All is");
    expect(shown.stderr).toMatch(/damaged/);
    const entries = await other.here(["session", "show", "s-one", "--entries", "--json"]);
    expect(entries.exitCode).toBe(2);
    const said = JSON.parse(entries.stdout) as { entries: object[]; damaged: string };
    expect(said.entries.length).toBeGreaterThan(5);
    expect(said.damaged).toContain("damaged");
    const out = join(other.home, "saved.md");
    const saved = await other.here(["session", "export", "s-one", "-o", out]);
    expect(saved.exitCode).toBe(2);
    expect(saved.stderr).toContain(`Written: ${out}`);
  });

  it("is no stack trace when its reader goes away", async () => {
    const running = skein.start(["session", "show", "--entries", "--json"], {}, { cwd });
    running.child.stdout.destroy();
    const { stderr } = await running.ended;
    expect(stderr).toBe("");
  });
});

describe("wrong use", () => {
  it.concurrent.each([
    [["show", "frist"], 'Did you mean "first"?'],
    [["show", "s-oen"], 'Did you mean "s-one"?'],
    [["shwo"], "skein session show"],
    [["show", "a", "b"], "no use for"],
    [["search", "x", "--role", "asistant"], "Did you mean assistant?"],
    [["rewind", "s-one", "--to", "99"], "There is no entry 99"],
    [["redo"], "Nothing to redo"],
    [["fork", "--at", "99"], "no entry 99"],
    [["rename", "s-one"], "Its new name is missing."],
    [["remove"], "Give their ids"],
    [["export", "--format", "jsno"], "Did you mean json?"],
    [["export", "--bundle", "-f", "html"], "A bundle is JSON"],
    [["export", "--json"], "Standard output is taken"],
    [["export", "-o", "no/such/folder/x.md"], "cannot be written"],
    [["import", "nothing.json"], "cannot be read"],
    [["import", "--from", "gose"], "Did you mean goose?"],
    [["import", "--all", "x.json"], "one of them"],
  ])("%j is exit 2 with a way out", async (args, said) => {
    const { exitCode, stdout, stderr } = await here(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).not.toContain("    at ");
  });

  it("is said where no session was held", async () => {
    const { exitCode, stderr } = await skein.here(["session", "show"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("No session was held in");
  });

  it("is helped: all commands are listed, and each says more", async () => {
    const { stdout } = await here("--help");
    const names = [...stdout.matchAll(/^ {2}skein session ([a-z]+) .* {2}/gm)].map(([, name = ""]) => name);
    const files = readdirSync(join(import.meta.dirname, "../src/session/commands"));
    expect(names.toSorted()).toEqual(files.map((file) => file.replace(".ts", "")).toSorted());
    const help = await here("search", "--help");
    expect(help).toMatchObject({ exitCode: 0, stderr: "" });
    expect(help.stdout).toMatch(/^skein session search: .*\n\nUsage\n[^]*\nExamples\n[^]*\nFlags\n/);
  });
});

/** Changes one entry of that kind, so that it is not any more what was written. */
function damage(file: string, kind: string): void {
  using database = new DatabaseSync(file);
  database.prepare("UPDATE entries SET body = 'not json' WHERE kind = ?").run(kind);
}
