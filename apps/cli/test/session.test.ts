import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer, type AnthropicReply } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
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

async function withSession(work: (skein: SkeinHome, cwd: string) => Promise<void>): Promise<void> {
  await using server = await anthropicServer(script);
  await using skein = await skeinHome(server.url);
  const cwd = join(skein.home, "app");
  mkdirSync(cwd);
  const flags = ["--mode", "auto", "--session-id", "s-one", "--name", "first"];
  const { exitCode } = await skein.run(["run", "-t", "look around\nplease", ...flags], {}, { cwd });
  expect(exitCode).toBe(0);
  await work(skein, cwd);
}

describe("skein session list", () => {
  it("shows this folder's sessions, and those of all folders when asked", () =>
    withSession(async (skein, cwd) => {
      const here = await skein.run(["session", "list"], {}, { cwd });
      expect(here).toMatchObject({ exitCode: 0, stderr: "" });
      expect(here.stdout).toMatch(/^s-one +\d\d:\d\d +done +2 +first: look around please$/m);
      expect(Math.max(...here.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);

      const elsewhere = await skein.run(["session"]);
      expect(elsewhere.stdout).toBe("");
      expect(elsewhere.stderr).toContain("1 in other folders: --all");

      const all = await skein.run(["session", "list", "--all"]);
      expect(all.stdout.startsWith(`${cwd}\n`)).toBe(true);
      const json = await skein.run(["session", "list", "--all", "--json"]);
      expect(JSON.parse(json.stdout)).toMatchObject({
        total: 1,
        sessions: [
          { id: "s-one", name: "first", cwd, state: "done", turns: 2, firstText: "look around\nplease" },
        ],
      });
    }));

  it("keeps to its limit and says what it left out; lists what is damaged", () =>
    withSession(async (skein, cwd) => {
      mkdirSync(join(skein.home, ".local/share/skein/sessions/broken"));
      writeFileSync(
        join(skein.home, ".local/share/skein/sessions/broken/journal.db"),
        "no database at all, sorry",
      );
      const one = await skein.run(["session", "list", "--limit", "1"], {}, { cwd });
      expect(one.stderr).toContain("1 more: --limit 0");
      const all = await skein.run(["session", "list", "--limit", "0"], {}, { cwd });
      expect(all.stdout).toMatch(/^broken .*damaged/m);
      expect((await skein.run(["session", "list", "--limit", "-1"])).exitCode).toBe(2);
      expect((await skein.run(["session", "list", "--limit", "x"])).exitCode).toBe(2);
      const shown = await skein.run(["session", "show", "broken"]);
      expect(shown).toMatchObject({ exitCode: 2, stdout: "" });
      expect(shown.stderr).not.toContain("defect");
    }));
});

describe("skein session show", () => {
  it("tells what was said and done, how it ended and what it cost, and nothing of it moves the terminal", () =>
    withSession(async (skein, cwd) => {
      const { exitCode, stdout } = await skein.run(["session", "show"], {}, { cwd });
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
      for (const wanted of ["s-one", "s-o", "first"])
        expect((await skein.run(["session", "show", wanted])).stdout).toBe(stdout);
    }));

  it("is an object for scripts", () =>
    withSession(async (skein) => {
      const { stdout } = await skein.run(["session", "show", "first", "--json"]);
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
    }));

  it("shows what the model would be sent now", () =>
    withSession(async (skein) => {
      const { stdout } = await skein.run(["session", "show", "first", "--context", "--json"]);
      const context = JSON.parse(stdout) as {
        system: string;
        tools: { name: string }[];
        messages: { role: string }[];
      };
      expect(context.system).toContain("You are Skein");
      expect(context.tools.map(({ name }) => name)).toContain("shell");
      expect(context.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
      const text = await skein.run(["session", "show", "first", "--context"]);
      expect(text.stdout).toMatch(/^SYSTEM\n {2}You are Skein/);
    }));

  it.each([
    [["session", "show", "frist"], 'Did you mean "first"?'],
    [["session", "show"], "No session was held in"],
    [["session", "shwo"], "skein session show"],
    [["session", "show", "a", "b"], "no use for"],
  ])("%j is exit 2 with a way out", (args, said) =>
    withSession(async (skein) => {
      const { exitCode, stdout, stderr } = await skein.run(args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toContain(said);
    }),
  );
});
