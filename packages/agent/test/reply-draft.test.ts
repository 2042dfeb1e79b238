import { memoryJournal, extractText } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { createReplyDraft } from "../src/replies/reply-draft.ts";
import { entriesOf, text } from "./tools.ts";

/** Characters that all drafts of a reply of this length have together. */
async function draftedBy(characters: number): Promise<number> {
  const journal = memoryJournal();
  const model = scriptedModel([[text("x".repeat(characters))]], { deltaSize: 512 });
  await using agent = createAgent({ model, journal, session: "s" });
  await agent.run("go").result;
  const drafts = (await entriesOf(journal)).filter((entry) => entry.kind === "reply-draft");
  return drafts.reduce((sum, { content }) => sum + extractText(content).length, 0);
}

describe("drafts of a long reply", () => {
  it("grow with its length and not with its square", async () => {
    const [half, whole] = [await draftedBy(1_000_000), await draftedBy(2_000_000)];
    expect(half).toBeGreaterThan(1_000_000);
    // An eighth more each time makes about nine times the reply, whatever its length.
    expect(whole / 2_000_000).toBeLessThan(12);
    expect(whole / half).toBeLessThan(2.6);
  });

  it("lose little of what had come before a crash: an eighth, or four kilobytes", () => {
    const draft = createReplyDraft(0);
    draft.add({ type: "part-start", part: 0, kind: "text" });
    let [received, kept] = [0, 0];
    for (let delta = 0; delta < 5_000; delta++) {
      draft.add({ type: "text-delta", part: 0, delta: "x".repeat(100) });
      received += 100;
      if (draft.isDue(0)) kept = extractText(draft.content()).length;
      expect(received - kept).toBeLessThan(Math.max(4_096, kept / 8));
    }
  });

  it("are due after half a second when there is anything new, and only then", () => {
    const draft = createReplyDraft(1_000);
    expect(draft.isDue(9_000)).toBe(false);
    draft.add({ type: "part-start", part: 0, kind: "thinking" });
    draft.add({ type: "thinking-delta", part: 0, delta: "Hm" });
    expect(draft.isDue(1_499)).toBe(false);
    expect(draft.isDue(1_500)).toBe(true);
    expect(draft.isDue(9_000)).toBe(false);
    draft.add({ type: "thinking-delta", part: 0, delta: "." });
    expect(draft.isDue(1_999)).toBe(false);
    expect(draft.isDue(2_000)).toBe(true);
    expect(draft.content()).toEqual([{ type: "thinking", text: "Hm." }]);
  });

  it("are fewer where the store asks for that", () => {
    const draft = createReplyDraft(1_000, 2_000);
    draft.add({ type: "part-start", part: 0, kind: "text" });
    draft.add({ type: "text-delta", part: 0, delta: "x".repeat(4_096) });
    expect(draft.isDue(2_999)).toBe(false);
    expect(draft.isDue(3_000)).toBe(true);
  });
});

it("a draft has whole parts as they ended, open text so far, and no open calls", () => {
  const draft = createReplyDraft(0);
  const signed = { type: "thinking", text: "Hm.", signature: "s" } as const;
  draft.add({ type: "message-start", modelId: "m" });
  draft.add({ type: "part-start", part: 0, kind: "thinking" });
  draft.add({ type: "thinking-delta", part: 0, delta: "Hm." });
  draft.add({ type: "part-end", part: 0, content: signed });
  draft.add({ type: "part-start", part: 1, kind: "text" });
  expect(draft.content()).toEqual([signed]);
  draft.add({ type: "text-delta", part: 1, delta: "I " });
  draft.add({ type: "text-delta", part: 1, delta: "see" });
  draft.add({ type: "part-start", part: 2, kind: "tool-call" });
  draft.add({ type: "input-delta", part: 2, delta: `{"path":` });
  expect(draft.content()).toEqual([signed, { type: "text", text: "I see" }]);
});
