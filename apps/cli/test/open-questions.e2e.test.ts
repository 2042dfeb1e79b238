import { existsSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

const twoCalls: AnthropicReply = { parts: [shell("t1", "touch one"), shell("t2", "touch two")] };

async function withServer(
  replies: readonly AnthropicReply[],
  work: (skein: SkeinHome, bodies: () => readonly string[]) => Promise<void>,
): Promise<void> {
  await using server = await anthropicServer(replies);
  await using skein = await skeinHome(server.url);
  await work(skein, () => server.requests.map(({ bytes }) => bytes.toString()));
}

const isThere = (skein: SkeinHome, name: string) => existsSync(join(skein.home, name));

/** The commands that a text tells to type, as arguments of `skein`. */
function commandsIn(text: string): string[][] {
  const lines = [...text.matchAll(/^ +skein ((?:session answer|resume) .*)$/gm)];
  return lines.map(([, words = ""]) => words.replace(/ {2,}\(.*$/, "").split(" "));
}

interface Listed {
  readonly id: string;
  readonly questions: readonly { readonly id: string; readonly input: unknown }[];
}

async function openIn(skein: SkeinHome): Promise<Listed> {
  const { stdout } = await skein.here(["session", "answer", "--json"]);
  return JSON.parse(stdout) as Listed;
}

describe.concurrent("an approval that no one was there to give", () => {
  it("is given by the commands that exit 7 names, each a process of its own", () =>
    withServer([{ parts: [shell("t1", "touch one")] }, say("Done.")], async (skein, bodies) => {
      const left = await skein.run(["run", "-t", "go"]);
      expect(left.exitCode).toBe(7);
      const [answer = [], resume = []] = commandsIn(left.stderr);
      expect(isThere(skein, "one")).toBe(false);
      expect(await skein.run(answer)).toMatchObject({ exitCode: 0 });
      expect(isThere(skein, "one")).toBe(false);
      expect(await skein.run(resume)).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
      expect(isThere(skein, "one")).toBe(true);
      expect(bodies()).toHaveLength(2);
    }));

  it("waits for the other questions of the reply; then the results are in the model's order", () =>
    withServer([twoCalls, say("Done.")], async (skein, bodies) => {
      expect((await skein.here(["run", "-t", "go"])).exitCode).toBe(7);
      const { id, questions } = await openIn(skein);
      const [first, second] = questions;
      const unnamed = await skein.here(["session", "answer", id, "--allow", "once"]);
      expect(unnamed.exitCode).toBe(2);
      expect(unnamed.stderr).toContain("touch two");
      await skein.here(["session", "answer", id, second!.id, "--allow", "once"]);
      const again = await skein.here(["resume", "--continue"]);
      expect(again.exitCode).toBe(7);
      expect(again.stderr).toContain("1 question is open");
      expect([isThere(skein, "one"), isThere(skein, "two")]).toEqual([false, false]);
      await skein.here(["session", "answer", id, first!.id.slice(0, 8), "--deny", "--reason", "Not one."]);
      expect((await skein.here(["resume", "--continue"])).exitCode).toBe(0);
      expect([isThere(skein, "one"), isThere(skein, "two")]).toEqual([false, true]);
      expect(bodies()[1]).toMatch(/"tool_use_id":"t1".*Not one\..*"tool_use_id":"t2"/);
    }));

  it("is answered once when two processes answer at the same time", () =>
    withServer([{ parts: [shell("t1", "touch one")] }], async (skein) => {
      await skein.here(["run", "-t", "go"]);
      const { id } = await openIn(skein);
      const ends = await Promise.all([
        skein.run(["session", "answer", id, "--allow", "once"]),
        skein.run(["session", "answer", id, "--deny"]),
      ]);
      expect(ends.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1);
      const loser = ends.find(({ exitCode }) => exitCode !== 0);
      expect(loser?.stderr).toMatch(/already answered|No question is open|in use|written by/);
      expect(loser?.stderr).not.toContain("    at ");
      const later = await skein.here(["session", "answer", id, "--allow", "once"]);
      expect(later).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("answered already") });
    }));

  it("is declined by a new message, and the model is told", () =>
    withServer([twoCalls, say("All right.")], async (skein, bodies) => {
      await skein.here(["run", "-t", "go"]);
      expect((await skein.here(["resume", "-t", "Something else."])).exitCode).toBe(0);
      expect(bodies()[1]).toContain("wrote a new message instead");
      expect([isThere(skein, "one"), isThere(skein, "two")]).toEqual([false, false]);
      expect((await openIn(skein)).questions).toEqual([]);
    }));

  it("is listed by session show, and by session list", () =>
    withServer([{ parts: [shell("t1", "touch one")] }], async (skein) => {
      await skein.here(["run", "-t", "go"]);
      const { id } = await openIn(skein);
      expect((await skein.here(["session", "show"])).stdout).toContain(`skein session answer ${id}`);
      expect((await skein.here(["session", "list"])).stderr).toContain("skein session answer");
    }));

  it.each([
    ["both", ["--allow", "once", "--deny"], "not both"],
    ["an unknown scope", ["--allow", "forever"], "once, session, always"],
    ["a reason without a denial", ["--allow", "once", "--reason", "x"], "--deny"],
    ["an input that is no object", ["--allow", "once", "--input", "[1]"], "JSON object"],
  ])("is not given by %s", async (_, flags, hint) => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.here(["session", "answer", ...flags]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(hint);
  });
});

it("open questions are listed to be read, with who asks what, since when, and the commands, which can be typed", () =>
  withServer([twoCalls, say("Done.")], async (skein) => {
    await skein.here(["run", "-t", "go", "--session-id", "s-open"]);
    const { stdout } = await skein.here(["session", "answer"]);
    expect(stdout.replaceAll(/\b[0-9a-f]{8}\b/g, "ID").replaceAll(/\d\d:\d\d/g, "TIME"))
      .toMatchInlineSnapshot(`
        "2 questions are open:

        ID · developer · asked TIME
          ? shell: This call runs a command, and mode smart_approve asks first.
              touch one

          skein session answer s-open ID --allow once
            --allow once               Yes, once
            --allow session            Yes, for this session: exactly this, in this folder
            --allow always             Yes, and always allow shell(touch [known]) in this folder
            --allow once --input JSON  Edit it first
            --deny --reason TEXT       No, and tell the model what to do instead

        ID · developer · asked TIME
          ? shell: This call runs a command, and mode smart_approve asks first.
              touch two

          skein session answer s-open ID --allow once
            --allow once               Yes, once
            --allow session            Yes, for this session: exactly this, in this folder
            --allow always             Yes, and always allow shell(touch [known]) in this folder
            --allow once --input JSON  Edit it first
            --deny --reason TEXT       No, and tell the model what to do instead

        When all are answered:
          skein resume s-open --continue
        "
      `);
    const given = commandsIn(stdout);
    expect(given).toHaveLength(3);
    for (const args of given) expect((await skein.here(args)).exitCode).toBe(0);
    expect([isThere(skein, "one"), isThere(skein, "two")]).toEqual([true, true]);
  }));

describe.runIf(hasTerminal)("an approval whose process was killed with SIGKILL", () => {
  it("is given by another process, and the run goes on from it", () =>
    withServer([twoCalls, say("Done.")], async (skein) => {
      const env = { ANTHROPIC_API_KEY: "sk-ant-test-key", ANTHROPIC_BASE_URL: skein.baseUrl };
      await using terminal = skeinInTerminal(["run", "-t", "go"], {
        cwd: skein.home,
        env: { ...env, SKEIN_NO_KEYRING: "1" },
      });
      await terminal.shows("touch one");
      terminal.kill("SIGKILL");
      await terminal.ended;
      const { id, questions } = await openIn(skein);
      expect(questions.map(({ input }) => input)).toEqual([{ command: "touch one" }]);
      expect(await skein.run(["session", "answer", id, "--allow", "once"])).toMatchObject({ exitCode: 0 });
      // The second call had not been asked about yet.
      expect(await skein.run(["resume", "--continue"])).toMatchObject({ exitCode: 7 });
      expect(await skein.run(["session", "answer", id, "--allow", "once"])).toMatchObject({ exitCode: 0 });
      expect(await skein.run(["resume", "--continue"])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
      expect([isThere(skein, "one"), isThere(skein, "two")]).toEqual([true, true]);
    }));
});
