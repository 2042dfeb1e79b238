import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const notes = "### Goal\nRun all steps.\n### Done\nMany steps were run, and all of them passed.";
const isSummary = (body: Buffer): boolean => !body.includes('"tools"');
const modelOf = (body: Buffer) => (JSON.parse(body.toString()) as { readonly model: string }).model;

/** A session that has something to be summarized. */
async function hold(skein: SkeinHome, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const task = ["run", "-t", "Run all steps.", "--mode", "auto", "-q", "--session-id", "s"];
  const { exitCode, stderr } = await skein.here(task, env);
  if (exitCode !== 0) throw new Error(stderr);
}

const steps = (body: Buffer) => body.toString().split('"tool_result"').length - 1;
const worker = (body: Buffer) =>
  steps(body) < 6
    ? { parts: [shell(`t${steps(body)}`, `seq -f 'step ${steps(body)} line %.0f, all is well' 1 80`)] }
    : say("All steps are done.");

describe.concurrent("a summary that its model does not write", () => {
  it("is written by the session's own model when the vendor does not know the fast one", async () => {
    const asked: string[] = [];
    await using server = await anthropicServer(({ bytes }) => {
      if (!isSummary(bytes)) return worker(bytes);
      asked.push(modelOf(bytes));
      if (modelOf(bytes) !== "nope") return say(notes);
      const error = { type: "not_found_error", message: "model: nope" };
      return { status: 404, body: { type: "error", error } };
    });
    await using skein = await skeinHome(server.url);
    await hold(skein);
    const { stdout, exitCode } = await skein.here(["session", "compact", "s"], { SKEIN_FAST: "nope" });
    expect([exitCode, asked.length, asked[0]]).toEqual([0, 2, "nope"]);
    expect(stdout).toMatch(/messages were summarized/);
    expect(stdout.match(/The summary had trouble: .*model: nope/g)).toHaveLength(1);
    expect(stdout).toContain("The summary took 2 requests");
  });

  it("is done without when the server says nothing; what it is waited for is said meanwhile", async () => {
    await using server = await anthropicServer(({ bytes }) =>
      isSummary(bytes) ? { ...say(notes), stallAfterBytes: 0 } : worker(bytes),
    );
    await using skein = await skeinHome(server.url);
    await hold(skein);
    const { stdout, stderr, exitCode } = await skein.here(["session", "compact", "s"], {
      SKEIN_STALL_TIMEOUT: "1s",
    });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      /^The summary: anthropic\/\S+ has sent nothing for 0\.5 s; giving up after 1 s\.$/m,
    );
    expect(stdout).toMatch(/The summary had trouble: .* did not answer for 1 s\./);
    expect(stdout).toMatch(
      /1 request for a summary ended without one: tokens unknown, at most \$\d\.\d{4}\./,
    );
    const shown = await skein.here(["session", "show", "s", "--context"]);
    expect(shown.stdout).toMatch(/summary/);
  });
});

describe("a session on a model whose context window is unknown", () => {
  it("says so in its first run, and not in each", async () => {
    await using server = await anthropicServer(["one", "two"].map(say));
    await using skein = await skeinHome(server.url);
    const run = ["run", "-t", "hello", "--model", "somebody/own", "--session-id", "s"];
    const first = await skein.here(run);
    const second = await skein.here([...run, "-r"]);
    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    const notice = "The context window of anthropic/somebody/own is not known.";
    expect([first.stderr.includes(notice), second.stderr.includes(notice)]).toEqual([true, false]);
  });
});

describe("a prompt file that is not UTF-8", () => {
  it("is left out with a warning that names it", async () => {
    await using server = await anthropicServer([say("hi")]);
    await using skein = await skeinHome(server.url);
    const prompts = join(skein.home, ".config", "skein", "prompts");
    mkdirSync(prompts, { recursive: true });
    writeFileSync(join(prompts, "system.md"), Buffer.from("Sei h\u00f6flich.", "latin1"));
    const { stderr } = await skein.here(["run", "-t", "hello"]);
    expect(stderr).toContain(`${join(prompts, "system.md")} is ignored: it is not UTF-8; save it as that.`);
    expect(server.requests[0]?.bytes.toString()).toContain("You are Skein");
  });
});
