import { anthropicRules, judged, openaiChatRules } from "@skein/test-kit";
import { anthropicServer, openaiChatServer, type ReceivedRequest } from "@skein/provider-conformance/servers";
import type { AssistantPart } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";
import { testKey } from "./wires.ts";

const turns = 24;
const rule = "Never push to the branch release-7.";
const notes = "### Goal\nRun all steps.\n### Done\nMany steps were run, and all of them passed.";
const work = ["run", "-t", `${rule} Run all steps.`, "--mode", "auto", "-q", "--session-id", "long"];

/** An endpoint that takes some 9,000 tokens by its own count, and never says how many. */
function small(rules: typeof anthropicRules) {
  const seen = { said: 0, summaries: 0, tooLong: 0, withoutRule: 0 };
  const judge = judged(rules, (request: ReceivedRequest) => {
    const body = request.bytes.toString();
    if (request.bytes.length / 3.4 > 9_000) {
      seen.tooLong++;
      const error = { type: "invalid_request_error", message: "The input is too long for the model." };
      return { status: 400, body: { type: "error", error } };
    }
    if (!body.includes('"tools"')) {
      seen.summaries++;
      return say(notes);
    }
    if (!body.includes(rule)) seen.withoutRule++;
    const step = ++seen.said;
    if (step > turns) return say("All steps are done.");
    const parts: readonly AssistantPart[] = [
      shell(`step_${step}`, `seq -f 'step ${step}, line %.0f, all is well here' 1 60`),
    ];
    return { parts };
  });
  return { seen, judge };
}

describe.concurrent("a run at an endpoint that takes far less than anybody knew", () => {
  it("gets to its end where the catalogue says more; every request has the user's rule", async () => {
    const { seen, judge } = small(anthropicRules);
    await using server = await anthropicServer(judge.script);
    await using skein = await skeinHome(server.url);
    const ended = await skein.here(work);
    expect({ ...ended, rejected: judge.verdicts().rejected }).toMatchObject({
      exitCode: 0,
      stdout: "All steps are done.\n",
      rejected: [],
    });
    expect(seen).toMatchObject({ said: turns + 1, withoutRule: 0 });
    expect(seen.summaries).toBeGreaterThan(0);
    expect(seen.tooLong).toBeLessThanOrEqual(6);

    const shown = await skein.here(["session", "show", "long", "--entries"]);
    expect(shown.stdout).toContain("compaction");
    // What a summary hides is still in the session.
    expect((await skein.here(["session", "show", "long"])).stdout).toContain(
      "step 1, line 20, all is well here",
    );
  });

  it("gets to its end where the window is not known", async () => {
    const { seen, judge } = small(openaiChatRules);
    await using server = await openaiChatServer(judge.script);
    await using skein = await skeinHome();
    const env = { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: `${server.url}/v1`, SKEIN_OPENAI_API: "chat" };
    const ended = await skein.here([...work, "--provider", "openai", "--model", "somebody/own"], env);
    expect({ ...ended, rejected: judge.verdicts().rejected }).toMatchObject({
      exitCode: 0,
      stdout: "All steps are done.\n",
      rejected: [],
    });
    expect(seen).toMatchObject({ said: turns + 1, withoutRule: 0 });
    expect(seen.tooLong).toBeGreaterThan(0);
    expect(seen.tooLong).toBeLessThanOrEqual(3);
  });
});
