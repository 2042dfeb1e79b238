import fc from "fast-check";
import { checkProperty } from "../../../../packages/property-tests/src/index.ts";
import { describe, expect, it } from "vitest";
import { createTranscript, type Entry, type Message } from "../../../../packages/protocol/src/index.ts";
import { journal } from "../../../../packages/test-kit/src/generated/index.ts";
import { bodyOf, wires } from "../senders.ts";

const models = ["claude-sonnet-4-5", "gpt-5"];

/** Adds what wires treat in ways of their own: thoughts of either model, ids that repeat, pictures, context. */
function decorated(message: Message, provider: string): Message {
  switch (message.role) {
    case "user":
      return message.content.length % 2 === 0 ? message : { ...message, dynamicContext: ["It is Monday."] };
    case "assistant": {
      const text = JSON.stringify(message.content);
      const data = {
        signature: "s",
        api: text.length % 2 === 0 ? "chat" : "responses",
        field: "reasoning",
        id: `rs_${text.length}`,
        summary: [],
        encrypted_content: "S",
      };
      const sidecar = { provider, model: models[text.length % 2]!, data };
      const content = message.content.map((part) =>
        part.type === "tool-call" ? { ...part, id: repeated(part.id) } : part,
      );
      return { ...message, content: [{ type: "thinking", text: "Hm.", sidecar }, ...content] };
    }
    case "tool":
      return {
        ...message,
        content: message.content.map((result) => ({
          ...result,
          callId: repeated(result.callId),
          content: [
            ...result.content,
            { type: "text", text: `<b>${result.callId}</b> \ud800 ${"x".repeat(result.callId.length)}` },
            ...(result.callId.endsWith("3")
              ? [{ type: "image", mediaType: "image/png", data: "AA==" } as const]
              : []),
            ...(result.callId.endsWith("4")
              ? [{ type: "file", mediaType: "application/pdf", data: "AA==", name: "a.pdf" } as const]
              : []),
          ],
        })),
      };
  }
}

function repeated(id: string): string {
  const number = Number(id.replace("call-", ""));
  return ["c", "d", ""][number % 3]!;
}

/** Something that a caller may do to a conversation besides letting it grow. */
const edits: Readonly<Record<string, (messages: readonly Message[]) => readonly Message[]>> = {
  none: (messages) => messages,
  "a message is another object": (messages) =>
    messages.map((message, at) => (at === 1 ? { ...message } : message)),
  "the end is cut off": (messages) => messages.slice(0, -1),
  "the beginning is cut off": (messages) => messages.slice(2),
  "the results are cut off": (messages) =>
    messages.at(-1)?.role === "tool" ? messages.slice(0, -1) : messages,
};

describe("a request of a growing conversation is, byte for byte, the one of a conversation never seen before", () => {
  it.for(wires)("%s", { timeout: 120_000 }, async ([, open]) => {
    const steps = fc.array(
      fc.record({ model: fc.nat(1), edit: fc.constantFrom(...Object.keys(edits)), from: fc.nat(30) }),
      { minLength: 30, maxLength: 30 },
    );
    let compared = 0;
    await checkProperty(
      fc.asyncProperty(journal, steps, async (entries: readonly Entry[], plan) => {
        const kept = models.map(open);
        const known = new WeakMap<Message, Message>();
        const transcript = createTranscript();
        for (const entry of entries) {
          transcript.add(entry);
          const step = plan[entry.seq % plan.length]!;
          if (step.from < 15) continue;
          const sender = kept[step.model]!;
          const own = transcript.messages().map((message) => {
            const changed = known.get(message) ?? decorated(message, sender.model.provider);
            known.set(message, changed);
            return changed;
          });
          const messages = edits[step.edit]!(own);
          if (messages.length === 0) continue;
          const fresh = open(models[step.model]!);
          expect(await bodyOf(sender, messages)).toBe(await bodyOf(fresh, structuredClone(messages)));
          compared++;
        }
      }),
      { numRuns: 25 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});
