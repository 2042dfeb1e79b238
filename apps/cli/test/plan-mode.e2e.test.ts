import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { temporaryFolder } from "@skein/test-kit";
import { quietMs } from "@skein/terminal-chat/questions";
import { describe, expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";
import { hasTmux, skeinInTmux } from "./tmux.ts";

const plan = "# Greet\n\n1. Write `hello.txt`.\n";
const proposal: AnthropicReply = {
  parts: [{ type: "tool-call", id: "p", name: "propose_plan", input: { plan } }],
};
const write: AnthropicReply = {
  parts: [{ type: "tool-call", id: "w", name: "write", input: { path: "hello.txt", content: "hi\n" } }],
};

async function withServer(
  replies: readonly AnthropicReply[],
  work: (skein: SkeinHome, bodies: () => readonly string[]) => Promise<void>,
): Promise<void> {
  await using server = await anthropicServer(replies);
  await using skein = await skeinHome(server.url);
  await work(skein, () => server.requests.map(({ bytes }) => bytes.toString()));
}

const isWritten = (skein: SkeinHome) => existsSync(join(skein.home, "hello.txt"));
const session = ["--session-id", "s"];
const planned = ["run", "-t", "Greet me", "--mode", "plan", ...session];

describe.concurrent("a plan that no one was there to accept", () => {
  it("is the answer on standard output, and is carried out once another process has accepted it", () =>
    withServer([proposal, write, say("Done.")], async (skein, bodies) => {
      const env = { SKEIN_PLANNER: "thinker" };
      const left = await skein.run(planned, env);
      expect(left).toMatchObject({ exitCode: 7, stdout: plan });
      expect(left.stderr).toContain("thinker (planner)");
      expect(left.stderr).toContain("skein session answer s --allow once");
      expect(isWritten(skein)).toBe(false);
      const accepted = await skein.run([
        "session",
        "answer",
        "s",
        "--allow",
        "once",
        "--mode",
        "accept_edits",
      ]);
      expect(accepted).toMatchObject({ exitCode: 0 });
      const resumed = await skein.run(["resume", "s", "--continue"], env);
      expect(resumed).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
      expect(readFileSync(join(skein.home, "hello.txt"), "utf8")).toBe("hi\n");
      const models = bodies().map((body) => (JSON.parse(body) as { model: string }).model);
      expect(new Set(models).size).toBe(2);
      expect(models[0]).toBe("thinker");
      const replayed = await skein.run(["replay", "s"]);
      expect(replayed).toMatchObject({ exitCode: 0 });
    }));

  it.each(["json", "stream-json"])("is the text of the result with --output-format %s", (format) =>
    withServer([proposal], async (skein) => {
      const left = await skein.here([...planned, "--output-format", format]);
      expect(left.exitCode).toBe(7);
      const result = (format === "json" ? [JSON.parse(left.stdout)] : left.lines()) as Record<
        string,
        unknown
      >[];
      expect(result.at(-1)).toMatchObject({ outcome: "needs-input", text: plan, error: { code: "plan" } });
      if (format === "json") return;
      const question = { kind: "plan", plan, modes: ["smart_approve", "accept_edits", "auto", "approve"] };
      expect(result).toContainEqual(
        expect.objectContaining({ type: "question", question: expect.objectContaining(question) as object }),
      );
    }),
  );

  it("counts as it was edited, and stays in what the model is sent", () =>
    withServer([proposal, say("Done.")], async (skein, bodies) => {
      await skein.here(planned);
      await writeFile(join(skein.home, "mine.md"), "# Greet twice\n");
      const flags = ["--allow", "once", "--plan", join(skein.home, "mine.md")];
      expect(await skein.here(["session", "answer", "s", ...flags])).toMatchObject({ exitCode: 0 });
      await skein.here(["resume", "s", "--continue"]);
      expect(bodies()[1]).toContain("The plan that the user has accepted.");
      expect(bodies()[1]).toContain("# Greet twice");
    }));

  it("is rejected with what to change, and the model proposes another one", () =>
    withServer([proposal, proposal], async (skein, bodies) => {
      await skein.here(planned);
      await skein.here(["session", "answer", "s", "--deny", "--reason", "Greet in Norwegian"]);
      const again = await skein.here(["resume", "s", "--continue", "--mode", "plan"]);
      expect(again).toMatchObject({ exitCode: 7, stdout: plan });
      expect(bodies()[1]).toContain("Greet in Norwegian");
    }));

  it.each([
    [
      "a mode that cannot follow",
      ["--allow", "once", "--mode", "plan"],
      "smart_approve, accept_edits, auto, approve",
    ],
    ["a mode with a denial", ["--deny", "--mode", "auto"], "--mode is for an approval"],
    ["a plan that cannot be read", ["--allow", "once", "--plan", "nowhere.md"], "cannot read nowhere.md"],
    ["a mode alone", ["--mode", "auto"], "Add --allow once"],
  ])("is not answered by %s", (_, flags, hint) =>
    withServer([proposal], async (skein) => {
      await skein.here(planned);
      const { exitCode, stderr } = await skein.here(["session", "answer", "s", ...flags]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(hint);
      expect((await skein.here(["session", "answer", "s"])).stdout).toContain("1 question is open");
    }),
  );
});

it("an open plan is listed with what can be answered", () =>
  withServer([proposal], async (skein) => {
    await skein.here(planned);
    const { stdout } = await skein.here(["session", "answer"]);
    const steady = stdout.replaceAll(/\b[0-9a-f]{8}\b/g, "ID").replaceAll(/\d\d:\d\d/g, "TIME");
    expect(steady).toMatchInlineSnapshot(`
      "1 question is open:

      ID · plan · asked TIME
        # Greet

        1. Write \`hello.txt\`.

        skein session answer s --allow once
          --allow once --mode smart_approve  Yes, and ask for each change
          --allow once --mode accept_edits   Yes, and accept edits of files
          --allow once --mode auto           Yes, and ask for nothing
          --allow once --mode approve        Yes, and ask before every call
          --allow once --plan FILE           Edit the plan
          --deny --reason TEXT               No, and say what to change

      When all are answered:
        skein resume s --continue
      "
    `);
  }));

describe.runIf(hasTerminal)("a plan that a terminal asks about", () => {
  it("is accepted by another process, through the one that has the session open", () =>
    withServer([proposal, write, say("Done here.")], async (skein) => {
      await using terminal = skeinInTerminal(planned, {
        cwd: skein.home,
        env: {
          ANTHROPIC_BASE_URL: skein.baseUrl,
          ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
          SKEIN_NO_KEYRING: "1",
        },
      });
      await terminal.shows("what to change");
      const answered = await skein.run([
        "session",
        "answer",
        "s",
        "--allow",
        "once",
        "--mode",
        "accept_edits",
      ]);
      expect(answered.stderr).toMatch(/Process \d+ continues the session\./);
      await terminal.shows("Done here.");
      expect(await terminal.ended).toBe(0);
      expect(isWritten(skein)).toBe(true);
    }));
});

const turns = [
  { calls: [{ name: "propose_plan", input: { plan: "# Greet\n\n- write **hello**" } }] },
  { calls: [{ name: "write", input: { path: "hello.txt", content: "hi\n" } }] },
  { text: "All done." },
];

describe.runIf(hasTmux)("in a real terminal (tmux), a proposed plan", () => {
  it("is drawn as Markdown, edited, and accepted with the mode to continue in", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    await mkdir(work);
    await writeFile(join(work, "model.json"), JSON.stringify({ turns }));
    await using chat = skeinInTmux(["--provider", "replay", "--model", "model.json", "--mode", "plan"], {
      cwd: work,
      env: { HOME: folder.path },
    });
    await chat.shows("· plan");
    chat.literally("greet");
    chat.keys("Enter");
    await chat.shows("The model proposes this plan");
    await chat.shows("• write hello");
    await chat.shows("No, and say what to change");
    await setTimeout(quietMs + 200);
    chat.keys("Up", "Up", "Enter");
    await chat.shows("Edit the plan, then");
    chat.literally(" twice");
    chat.keys("Enter");
    await chat.shows("as you have edited it");
    await setTimeout(quietMs + 200);
    chat.keys("Down", "Enter");
    await chat.shows("Accepted, as edited; permission mode accept_edits.");
    await chat.shows("All done.");
    await chat.shows("accept_edits · model.json");
    expect(readFileSync(join(work, "hello.txt"), "utf8")).toBe("hi\n");
  });
});

describe.runIf(hasTerminal)("in plain lines, a proposed plan", () => {
  it("is written by the user, and accepted with a number", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "model.json"), JSON.stringify({ turns }));
    const flags = ["--provider", "replay", "--model", "model.json", "--mode", "plan", "--plain"];
    await using chat = skeinInTerminal(flags, { cwd: folder.path, env: { NO_COLOR: "1" } });
    await chat.shows("> ");
    chat.type("greet\n");
    await chat.shows("- write **hello**");
    await chat.shows("n and what to change");
    chat.type("perhaps\n");
    await chat.shows("Type one of the characters at the left.");
    chat.type("e\n");
    await chat.shows("A line with only a full stop ends it");
    for (const line of ["# Mine", "", "- hello", "."]) chat.type(`${line}\n`);
    await chat.shows("The plan is now:");
    await setTimeout(200);
    chat.type("2\n");
    await chat.shows("Accepted, as edited; permission mode accept_edits.");
    await chat.shows("All done.");
    expect(existsSync(join(folder.path, "hello.txt"))).toBe(true);
    chat.type("/exit\n");
    expect(await chat.ended).toBe(0);
  });
});
