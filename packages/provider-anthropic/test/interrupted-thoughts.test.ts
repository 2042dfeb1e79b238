import { describe, expect, it } from "vitest";
import { streamLawBreaks } from "@skein/provider-kit";
import { partsOf } from "@skein/provider-conformance/cases";
import { decoded, framed, opening } from "./replies.ts";

type WireEvent = Readonly<Record<string, unknown>> & { readonly type: string };

const thinkingStart = (block: object = {}) => ({
  type: "content_block_start",
  index: 0,
  content_block: { type: "thinking", thinking: "", signature: "", ...block },
});
const thought = { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm" } };
const signature = (part: string) => ({
  type: "content_block_delta",
  index: 0,
  delta: { type: "signature_delta", signature: part },
});
const textStart = { type: "content_block_start", index: 0, content_block: { type: "text", text: "Hi" } };
const stop = { type: "content_block_stop", index: 0 };
const ending = (reason: string) => [
  { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];

async function thoughtOf(events: readonly WireEvent[]) {
  const received = await decoded(framed(...events));
  expect(streamLawBreaks(received)).toEqual([]);
  return partsOf(received).find((part) => part.type === "thinking");
}

describe("a thought that was not closed has no signature, because the vendor rejects half of one", () => {
  it.each<[string, readonly WireEvent[]]>([
    ["the reply ended", [thinkingStart(), thought, signature("c2ln"), ...ending("end_turn")]],
    ["the output limit ended it", [thinkingStart(), thought, signature("c2ln"), ...ending("max_tokens")]],
    ["its start had some of it", [thinkingStart({ signature: "c2" }), thought, ...ending("end_turn")]],
    [
      "another block took its number",
      [thinkingStart(), thought, signature("c2ln"), textStart, stop, ...ending("end_turn")],
    ],
    [
      "the reply started again",
      [thinkingStart(), thought, signature("c2ln"), opening, textStart, stop, ...ending("end_turn")],
    ],
  ])("when %s", async (_, events) => {
    expect(await thoughtOf([opening, ...events])).toEqual({ type: "thinking", text: "Hm" });
  });
});

it.each(["end_turn", "max_tokens"])("a closed thought has its whole signature (%s)", async (reason) => {
  const events = [opening, thinkingStart({ signature: "c2" }), thought, signature("ln"), signature("ZWQ=")];
  expect(await thoughtOf([...events, stop, ...ending(reason)])).toMatchObject({
    sidecar: { data: { signature: "c2lnZWQ=" } },
  });
});
