import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const auto = ["--mode", "auto"];
const stream = ["--output-format", "stream-json"];

async function withServer(
  replies: readonly AnthropicReply[],
  work: (skein: SkeinHome, bodies: () => readonly string[]) => Promise<void>,
): Promise<void> {
  await using server = await anthropicServer(replies);
  await using skein = await skeinHome(server.url);
  await work(skein, () => server.requests.map(({ bytes }) => bytes.toString()));
}

/** Starts a run, and kills Skein when this was shown. */
async function killed(skein: SkeinHome, shown: string, ...args: readonly string[]): Promise<void> {
  const running = skein.start(["run", "-t", "go", ...auto, ...stream, ...args]);
  await running.shows(shown);
  running.child.kill("SIGKILL");
  await running.ended;
}

const write = (path: string, content: string) =>
  ({ type: "tool-call", id: "w1", name: "write", input: { path, content } }) as const;

describe.concurrent("skein resume after a kill", () => {
  it("shows the real output of the command, which ran once", () =>
    withServer(
      [{ parts: [shell("t1", "echo begun; echo x >> ran; sleep 1.5; echo done")] }, say("Seen.")],
      async (skein, bodies) => {
        await killed(skein, '"begun');
        const { exitCode, stdout, stderr } = await skein.run(["resume", ...auto]);
        expect([exitCode, stdout]).toEqual([0, "Seen.\n"]);
        expect(stderr).toMatch(/● shell echo begun.*\n {2}begun\n {2}done\n/);
        expect(bodies()).toHaveLength(2);
        expect(bodies()[1]).toContain("begun\\ndone");
        expect(await readFile(join(skein.home, "ran"), "utf8")).toBe("x\n");
      },
    ));

  it("says of a write what became of it, and the file is whole", () =>
    withServer(
      [{ parts: [write("out.txt", "all of it\n"), shell("t1", "echo begun; sleep 1")] }, say("Seen.")],
      async (skein, bodies) => {
        await killed(skein, '"begun');
        const ended = await skein.run(["resume", "--continue", ...auto, ...stream]);
        expect(ended.exitCode).toBe(0);
        const ends = ended.lines().filter(({ type }) => type === "tool-end");
        expect(ends.every(({ failure }) => failure === undefined)).toBe(true);
        expect(bodies()[1]).toMatch(
          /"tool_use_id":"w1".*?(?:Wrote .*?out\.txt|out\.txt has this content already)/,
        );
        expect(await readFile(join(skein.home, "out.txt"), "utf8")).toBe("all of it\n");
      },
    ));

  it("tells of a subagent's call before what the subagent does, and what became of it after", async () => {
    const task = { instructions: "the slow part" };
    const replies: Readonly<Record<string, AnthropicReply>> = {
      "go 0": { parts: [{ type: "tool-call", id: "c1", name: "subagent", input: task }] },
      "go 1": say("All of it."),
      "part 0": { parts: [shell("s1", "echo begun; sleep 1.5")] },
      "part 1": { parts: [shell("s2", "echo more")] },
      "part 2": say("The slow part has ended."),
    };
    await using server = await anthropicServer((request) => {
      const { messages } = request.json() as {
        readonly messages: readonly { readonly role: string; readonly content: unknown }[];
      };
      const whose = JSON.stringify(messages[0]?.content).includes("the slow part") ? "part" : "go";
      return (
        replies[`${whose} ${messages.filter(({ role }) => role === "assistant").length}`] ?? say("No reply.")
      );
    });
    await using skein = await skeinHome(server.url);
    await killed(skein, '"begun');
    const { exitCode, stdout, stderr } = await skein.run(["resume", ...auto]);
    expect([exitCode, stdout]).toEqual([0, "All of it.\n"]);
    const lines = stderr.split("\n").filter((line) => line.includes("slow part"));
    expect(lines).toEqual([
      "● subagent the slow part",
      "  the slow part: ● shell echo more",
      expect.stringMatching(/^ {2}the slow part: done/),
      "  The slow part has ended.",
    ]);
  });

  it("goes on where the model had not begun to answer", () =>
    withServer([{ status: 529, body: "{}" }, say("Answered.")], async (skein, bodies) => {
      const first = skein.start(["run", "-t", "the question", ...auto]);
      await first.shows("Waiting");
      first.child.kill("SIGKILL");
      await first.ended;
      const { exitCode, stdout } = await skein.run(["run", "-r", ...auto]);
      expect([exitCode, stdout]).toEqual([0, "Answered.\n"]);
      expect(
        bodies()
          .at(-1)
          ?.match(/the question/g),
      ).toHaveLength(1);
    }));
});

describe.concurrent("skein resume after a kill in the checks of a recipe", () => {
  const recipe = `version: 1.0.0
title: Note
description: Writes a note.
prompt: Write the note.
retry:
  max_retries: 1
  checks:
    - { type: shell, command: echo first >> checked }
    - { type: shell, command: "echo second >> checked; test -f later || sleep 60" }
`;

  it.each([
    ["resume", "--continue"],
    ["run", "-r"],
  ])("checks again, and asks no model: skein %s %s", (...args) =>
    withServer([say("Written.")], async (skein, bodies) => {
      await writeFile(join(skein.home, "note.yaml"), recipe);
      await skein.here(["trust", "note.yaml"]);
      const running = skein.start(["run", "--recipe", "note.yaml", ...auto, ...stream]);
      await running.shows("check 2 of 2");
      running.child.kill("SIGKILL");
      await running.ended;
      await writeFile(join(skein.home, "later"), "");
      const { exitCode, stderr } = await skein.run([...args, ...auto]);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      expect(bodies()).toHaveLength(1);
      const checked = (await readFile(join(skein.home, "checked"), "utf8")).trim().split("\n");
      expect(checked.slice(-2)).toEqual(["first", "second"]);
      // It has ended now.
      expect((await skein.here([...args, ...auto])).stderr).toContain("Nothing to resume");
    }),
  );
});

describe.concurrent("skein resume", () => {
  it("ends with 2 and writes nothing when nothing was left open", () =>
    withServer([say("a")], async (skein) => {
      await skein.here(["run", "-t", "1", "--session-id", "one"]);
      const before = await skein.here(["session", "show", "one", "--json"]);
      for (const args of [["resume"], ["resume", "--continue"], ["run", "-r"]]) {
        const { exitCode, stdout, stderr } = await skein.here(args);
        expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
        expect(stderr).toContain("Nothing to resume");
        expect(stderr).toContain('skein resume one -t "…"');
      }
      expect((await skein.here(["session", "show", "one", "--json"])).stdout).toBe(before.stdout);
    }));

  it("takes a task from a flag or a pipe, and a session by id, name or the beginning of its id", () =>
    withServer([say("a"), say("b"), say("c"), say("d"), say("e")], async (skein, bodies) => {
      await skein.here(["run", "-t", "1", "--session-id", "heron-one", "-n", "heron"]);
      await skein.here(["run", "-t", "unrelated", "--session-id", "crane-two"]);
      expect((await skein.here(["resume", "heron", "-t", "2"])).stdout).toBe("c\n");
      expect((await skein.run(["resume", "heron-o"], {}, { input: "3" })).stdout).toBe("d\n");
      expect((await skein.here(["resume", "--session-id", "heron-one", "-t", "4"])).stdout).toBe("e\n");
      for (const text of ["1", "2", "3", "4"]) expect(bodies().at(-1)).toContain(`"text":"${text}"`);
      expect(bodies().at(-1)).not.toContain("unrelated");
    }));

  it("tells the way out", () =>
    withServer([say("a")], async (skein) => {
      await skein.here(["run", "-t", "1"]);
      const cases: readonly (readonly [readonly string[], string])[] = [
        [["resume", "missing", "-t", "x"], "missing"],
        [["resume", "a", "--name", "b", "-t", "x"], "Which session"],
        [["resume", "--continue", "-t", "x"], "--continue goes on without a task"],
        [["run", "--fork", "-t", "x"], "Add -r"],
        [["run", "-r", "--at", "3", "-t", "x"], "--fork"],
        [["run", "-r", "--fork", "--at", "x", "-t", "x"], "--at cannot be"],
        [["run", "-r", "--fork", "--no-session", "-t", "x"], "--no-session"],
        [["run", "-r", "-t", ""], "There is no task"],
      ];
      const ended = await Promise.all(cases.map(([args]) => skein.here(args)));
      for (const [at, { exitCode, stderr }] of ended.entries()) {
        expect(exitCode).toBe(2);
        expect(stderr).toContain(cases[at]?.[1]);
      }
    }));

  it("says where the session was held when that is elsewhere", () =>
    withServer([say("a"), say("b")], async (skein) => {
      await mkdir(join(skein.home, "app"));
      await skein.here(["run", "-t", "1", "--session-id", "one"]);
      const { stderr } = await skein.here(["resume", "one", "-t", "2"], {}, { cwd: join(skein.home, "app") });
      expect(stderr).toContain(`was held in ${skein.home}`);
    }));
});

describe.concurrent("--fork", () => {
  it("works on a copy and leaves the session as it is", () =>
    withServer([say("a"), say("b"), say("c")], async (skein, bodies) => {
      await skein.here(["run", "-t", "first", "--session-id", "one"]);
      await skein.here(["run", "-r", "-t", "second"]);
      const before = (await skein.here(["session", "show", "one", "--json"])).stdout;
      const forked = await skein.here([
        "run",
        "-r",
        "--session-id",
        "one",
        "--fork",
        "--at",
        "8",
        "-t",
        "third",
        ...stream,
      ]);
      expect(forked.exitCode).toBe(0);
      const id = String(forked.lines()[0]?.["sessionId"]);
      expect(id).not.toBe("one");
      expect(forked.stderr).toContain(`Session ${id} is a fork of one at entry 8.`);
      expect(bodies()[2]).toContain("first");
      expect(bodies()[2]).not.toContain('"second"');
      expect((await skein.here(["session", "show", "one", "--json"])).stdout).toBe(before);
    }));

  it("is the way on when the session is in use", () =>
    withServer([{ parts: [shell("t1", "echo begun; sleep 30")] }, say("In a copy.")], async (skein) => {
      const busy = skein.start(["run", "-t", "go", ...auto, ...stream, "--session-id", "one"]);
      await busy.shows('"begun');
      // The running process would take the message; it cannot take another mode.
      const refused = await skein.here(["run", "-r", "-t", "me too", "--mode", "plan"]);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toContain("--fork");
      const forked = await skein.here(["run", "-r", "--fork", "--session-id", "one", "-t", "me too"]);
      expect([forked.exitCode, forked.stdout]).toEqual([0, "In a copy.\n"]);
      busy.child.kill("SIGINT");
      await busy.ended;
      expect(await processesWith("sleep 30")).toEqual([]);
    }));

  it("makes no fork that cannot be worked on", () =>
    withServer([say("a")], async (skein) => {
      await skein.here(["run", "-t", "1", "--session-id", "one"]);
      const flags = ["--fork", "-t", "x", "--provider", "openai", "--model", "m"];
      expect((await skein.here(["run", "-r", ...flags])).exitCode).toBe(2);
      const listed = JSON.parse((await skein.here(["session", "list", "--json"])).stdout) as {
        total: number;
      };
      expect(listed.total).toBe(1);
    }));
});

describe.concurrent("checkpoints", () => {
  it.each<[string[], Record<string, string>]>([
    [["--no-checkpoints"], {}],
    [[], { SKEIN_CHECKPOINTS: "false" }],
  ])("are not made with %s %s", (flags, env) =>
    withServer([{ parts: [write("a.txt", "new")] }, say("a")], async (skein) => {
      await writeFile(join(skein.home, "a.txt"), "");
      const { exitCode } = await skein.here(["run", "-t", "1", ...auto, ...flags], env);
      expect(exitCode).toBe(0);
      expect(await readFile(join(skein.home, "a.txt"), "utf8")).toBe("new");
      expect(existsSync(join(skein.home, ".local/share/skein/checkpoints"))).toBe(false);
    }),
  );
});
