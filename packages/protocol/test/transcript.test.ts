import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTranscript, extractText, type Entry, type EntryBody, type Message } from "../src/index.ts";
import { changedJournals, journals, number } from "./journals.ts";

/** What every wire needs of a conversation. */
function pairingBreaks(messages: readonly Message[]): string[] {
  const breaks: string[] = [];
  messages.forEach((message, at) => {
    const calls =
      message.role === "assistant" ? message.content.filter((part) => part.type === "tool-call") : [];
    const next = messages[at + 1];
    const results = next?.role === "tool" ? next.content : [];
    if (calls.map((call) => call.id).join() !== results.map((result) => result.callId).join()) {
      breaks.push(`message ${at}: calls ${calls.map((call) => call.id).join()} are not answered in order`);
    }
    if (message.role === "tool" && messages[at - 1]?.role !== "assistant")
      breaks.push(`message ${at}: stray results`);
    if (message.content.length === 0) breaks.push(`message ${at}: empty`);
  });
  if (messages.length > 0 && messages[0]?.role !== "user") breaks.push("does not begin with the user");
  return breaks;
}

const user = (text: string) =>
  ({ kind: "user-message", from: "user", content: [{ type: "text", text }] }) as const;
const call = (id: string) => ({ type: "tool-call", id, name: "tool", input: {} }) as const;

describe("the transcript of a journal", () => {
  it("is valid for every prefix", () => {
    checkProperty(
      fc.property(journals, (entries) => {
        for (let end = 0; end <= entries.length; end++) {
          expect(pairingBreaks(createTranscript(entries.slice(0, end)).messages())).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("only grows: no entry changes a message that was complete", () => {
    checkProperty(
      fc.property(journals, (entries) => {
        const requests = entries.flatMap((entry, at) => (entry.kind === "model-request" ? [at] : []));
        const sent = requests.map((at) => createTranscript(entries.slice(0, at)).messages());
        for (const [at, now] of sent.slice(1).entries()) {
          const before = sent[at] ?? [];
          expect(now.slice(0, before.length)).toEqual(before);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("reads the same while it grows as when it is read at once, its entries in journal order", () => {
    checkProperty(
      fc.property(fc.oneof(journals, changedJournals), (entries) => {
        const growing = createTranscript();
        for (const [at, entry] of entries.entries()) {
          growing.add(entry);
          const whole = createTranscript(entries.slice(0, at + 1));
          expect(growing.messages()).toEqual(whole.messages());
          expect(growing.entries()).toEqual(whole.entries());
          const [first, ...others] = growing.entries();
          const seqs = (first?.kind === "compaction" ? others : growing.entries()).map(({ seq }) => seq);
          expect(seqs).toEqual([...new Set(seqs)].toSorted((left, right) => left - right));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("stays valid whatever a rewind goes back to", () => {
    checkProperty(
      fc.property(journals, fc.nat(), (entries, cut) => {
        const to = 1 + (cut % entries.length);
        const rewind: Entry = { v: 1, seq: entries.length + 1, at: 0, run: null, kind: "rewind", to };
        const after = createTranscript([...entries, rewind]).messages();
        expect(after).toEqual(createTranscript(entries.slice(0, to)).messages());
      }),
      { numRuns: 60 },
    );
  });

  it("keeps a compaction's calls with their results", () => {
    checkProperty(
      fc.property(journals, fc.nat(), (entries, cut) => {
        const body = {
          kind: "compaction",
          summary: "before",
          firstKept: cut % entries.length,
          pinned: [],
          receipt: {},
        } as const;
        const compaction: Entry = { v: 1, seq: entries.length + 1, at: 0, run: null, ...body };
        expect(pairingBreaks(createTranscript([...entries, compaction]).messages())).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("stays valid whatever compactions and elisions name, wherever they stand", () => {
    checkProperty(
      fc.property(changedJournals, fc.nat(), (entries, cut) => {
        for (let end = 0; end <= entries.length; end++) {
          expect(pairingBreaks(createTranscript(entries.slice(0, end)).messages())).toEqual([]);
        }
        const rewind = number([...entries, { kind: "rewind", to: cut % (entries.length + 1) }]);
        expect(pairingBreaks(createTranscript(rewind).messages())).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("tells the entries that it comes from: those, and no others, say the same", () => {
    checkProperty(
      fc.property(changedJournals, (entries) => {
        const transcript = createTranscript(entries);
        const [first, ...others] = transcript.entries();
        const all = first?.kind === "compaction" ? others : transcript.entries();
        expect(all).toEqual(all.toSorted((left, right) => left.seq - right.seq));
        expect(new Set(all).size).toBe(all.length);
        const said = transcript.entries().flatMap((entry) => {
          if (entry.kind === "compaction") return [entry.summary];
          return entry.kind === "user-message" ? [extractText(entry.content)] : [];
        });
        const users = transcript.messages().filter(({ role }) => role === "user");
        expect(new Set(users.map(({ content }) => extractText(content)))).toEqual(new Set(said));
        const short = new Set(
          all.flatMap((entry) => (entry.kind === "elision" ? entry.results.map(({ seq }) => seq) : [])),
        );
        const whole = all.flatMap((entry) =>
          entry.kind === "tool-result" && !short.has(entry.seq) ? [extractText(entry.content)] : [],
        );
        const results = transcript.messages().flatMap((one) => (one.role === "tool" ? one.content : []));
        expect(results.map(({ content }) => extractText(content))).toEqual(expect.arrayContaining(whole));
      }),
      { numRuns: 100 },
    );
  });

  it("lets a summary stand for the one before, unless that is pinned", () => {
    const summary = (words: string, firstKept: number, pinned: readonly number[] = []): EntryBody => {
      return { kind: "compaction", summary: words, firstKept, pinned, receipt: {} };
    };
    const texts = (entries: readonly Entry[]) =>
      createTranscript(entries)
        .messages()
        .map(({ content }) => (content[0]?.type === "text" ? content[0].text : ""));
    const said = [user("1"), user("2"), user("3"), summary("first", 3, [1])];
    expect(texts(number(said))).toEqual(["first", "1", "3"]);
    expect(texts(number([...said, user("4"), summary("second", 3)]))).toEqual(["second", "3", "4"]);
    expect(texts(number([...said, user("4"), summary("second", 5, [1, 2, 4, 99])]))).toEqual([
      "second",
      "first",
      "1",
      "4",
    ]);
    const last = createTranscript(number([...said, user("4"), summary("second", 3)])).entries();
    expect(last.map(({ seq }) => seq)).toEqual([6, 3, 5]);
  });

  it("orders results as the model made the calls, not as they ended", () => {
    const entries = number([
      user("go"),
      {
        kind: "assistant-message",
        request: 1,
        content: [call("a"), call("b")],
        stop: "tool-calls",
        rawStop: "",
      },
      {
        kind: "tool-result",
        callId: "b",
        name: "tool",
        content: [{ type: "text", text: "second" }],
        durationMs: 1,
      },
      {
        kind: "tool-result",
        callId: "a",
        name: "tool",
        content: [{ type: "text", text: "first" }],
        durationMs: 2,
      },
    ]);
    expect(createTranscript(entries).messages().at(-1)).toMatchObject({
      role: "tool",
      content: [{ callId: "a" }, { callId: "b" }],
    });
  });

  it("says of a call that had started that its outcome is unknown, and of others that they were not started", () => {
    const intent = { tool: "tool", extension: "e", input: {}, effect: "runs", repeat: "once" } as const;
    const entries = number([
      user("go"),
      {
        kind: "assistant-message",
        request: 1,
        content: [call("a"), call("b")],
        stop: "tool-calls",
        rawStop: "",
      },
      { kind: "tool-intent", callId: "a", ...intent },
    ]);
    const transcript = createTranscript(entries);
    expect(transcript.messages().at(-1)).toMatchObject({
      content: [{ failure: "unknown-outcome" }, { failure: "interrupted" }],
    });
    expect(transcript.openCalls().map((open) => [open.call.id, open.intent?.callId])).toEqual([
      ["a", "a"],
      ["b", undefined],
    ]);
  });

  it("keeps the text of a reply that broke off, without its calls", () => {
    const content = [{ type: "text", text: "half" }, call("a")] as const;
    const cutOff = number([
      user("go"),
      { kind: "assistant-message", request: 1, content, partial: "cut-off" },
    ]);
    const drafted = number([user("go"), { kind: "reply-draft", request: 1, content }]);
    const expected = { role: "assistant", content: [{ type: "text", text: "half" }], partial: true };
    expect(createTranscript(cutOff).messages().at(-1)).toEqual(expected);
    expect(createTranscript(drafted).messages().at(-1)).toEqual(expected);
  });

  it.each(["cut-off", undefined] as const)(
    "sends no reply of nothing but blanks (partial: %s)",
    (partial) => {
      const content = [{ type: "text", text: " \n" }] as const;
      const end = partial ? { partial } : ({ stop: "answered", rawStop: "" } as const);
      const entries = number([
        user("go"),
        { kind: "assistant-message", request: 1, content, ...end } as const,
      ]);
      expect(createTranscript(entries).messages()).toHaveLength(1);
    },
  );

  it("never sends back a reply that was made again", () => {
    const content = [{ type: "text", text: "half" }] as const;
    const entries = number([
      user("go"),
      { kind: "assistant-message", request: 1, content, partial: "restarted" },
    ]);
    expect(createTranscript(entries).messages()).toHaveLength(1);
  });

  it("shows a shortened result in place of the whole one", () => {
    const entries = number([
      user("go"),
      { kind: "assistant-message", request: 1, content: [call("a")], stop: "tool-calls", rawStop: "" },
      {
        kind: "tool-result",
        callId: "a",
        name: "tool",
        content: [{ type: "text", text: "long" }],
        durationMs: 1,
      },
      { kind: "elision", results: [{ seq: 3, content: [{ type: "text", text: "short" }] }] },
    ]);
    expect(createTranscript(entries).messages().at(-1)).toMatchObject({
      content: [{ content: [{ text: "short" }] }],
    });
  });

  it("remembers messages that wait for their place", () => {
    const entries = number([
      user("go"),
      { kind: "queued", id: "q1", content: [{ type: "text", text: "later" }], steer: false },
      { kind: "queued", id: "q2", content: [{ type: "text", text: "now" }], steer: true },
      { ...user("later"), queued: "q1" },
    ]);
    expect(
      createTranscript(entries)
        .waiting()
        .map(({ id }) => id),
    ).toEqual(["q2"]);
  });
});
