import {
  createTranscript,
  memoryJournal,
  effectiveEntries,
  type Compaction,
  type Entry,
  type JournalStore,
  type Message,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { loadSessionState } from "../src/session/load-session-state.ts";
import { journals } from "./session-journals.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

async function journalWith(entries: readonly Entry[]): Promise<JournalStore> {
  const journal = memoryJournal();
  await journal.append("s", 0, entries);
  return journal;
}

/** Hands out what is asked for and nothing else, as a store with an index does, and counts it. */
function counting(inner: JournalStore): JournalStore & { count(): number } {
  let count = 0;
  return {
    ...inner,
    count: () => count,
    async *read(session, from, kinds) {
      for await (const entry of inner.read(session, from, kinds)) {
        count += 1;
        yield entry;
      }
    },
  };
}

function callsIn(messages: readonly Message[]): readonly string[] {
  const parts = messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
  return parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
}

describe("a session that is loaded again", () => {
  it("equals the state of the whole journal, whatever was compacted, pinned, shortened and rewound", async () => {
    await checkProperty(
      fc.asyncProperty(journals, fc.nat(), async (entries, cut) => {
        const state = await loadSessionState(await journalWith(entries), "s");
        const whole = createTranscript(entries);
        expect(state.transcript.messages()).toEqual(whole.messages());
        expect(state.transcript.entries()).toEqual(whole.entries());
        expect(state.transcript.openCalls()).toEqual(whole.openCalls());
        expect(new Set(state.transcript.waiting())).toEqual(new Set(whole.waiting()));
        expect(state.lastSeq).toBe(entries.length);
        for (const id of callsIn(whole.messages())) expect(state.callIds).toContain(id);
        const begun = entries.filter((entry) => entry.kind === "tool-intent");
        for (const { callId } of begun) expect(state.callIds).toContain(callId);
        const states = effectiveEntries(entries).filter((entry) => entry.kind === "extension-state");
        for (const name of ["a", "b"])
          expect(state.states.get(name)).toBe(states.findLast((entry) => entry.extension === name)?.state);

        const before = entries.slice(0, 1 + (cut % entries.length));
        const running = await loadSessionState(await journalWith(before), "s");
        const rest = entries.slice(before.length);
        if (rest.some((entry) => entry.kind === "rewind")) return; // then it is reloaded
        for (const entry of rest) running.append(entry);
        expect(running.transcript.messages()).toEqual(whole.messages());
        expect(running.latest.measured).toEqual(state.latest.measured);
        expect(running.rewinds).toEqual(state.rewinds);
        expect(running.states).toEqual(state.states);
        expect(running.windows).toEqual(state.windows);
        expect(running.children).toEqual(state.children);
        const asked = entries.findLast((entry) => entry.kind === "model-request" && entry.purpose === "turn");
        // A request that a compaction has hidden may not be read again.
        const isCompacted = entries.some((entry) => entry.kind === "compaction");
        for (const { latest } of [state, running])
          expect(latest.request ?? (isCompacted ? asked : undefined)).toEqual(asked);
        for (const id of state.callIds) expect(running.callIds).toContain(id);
      }),
      { numRuns: 400 },
    );
  });

  it("keeps the short form of what is pinned, and hides a summary that is pinned no longer", async () => {
    const said = { kind: "user-message", from: "user", content: [{ type: "text", text: "go" }] } as const;
    const done = { name: "act", content: [{ type: "text", text: "long" }], durationMs: 0 } as const;
    const summary = (words: string, firstKept: number, pinned: readonly number[]) =>
      ({ kind: "compaction", summary: words, firstKept, pinned, receipt: {} }) as const;
    const bodies = [
      said,
      { kind: "assistant-message", request: 0, content: [call("a", "act")] },
      { kind: "tool-result", callId: "a", ...done },
      { kind: "elision", results: [{ seq: 3, content: [{ type: "text", text: "short" }] }] },
      summary("first", 5, [2]),
      said,
      summary("second", 8, [2, 5]),
      said,
    ] as const;
    const textsOf = async (all: readonly object[]) => {
      const entries = all.map((body, at) => ({ v: 1, seq: at + 1, at: 0, run: "r", ...body }) as Entry);
      const state = await loadSessionState(await journalWith(entries), "s");
      expect(state.transcript.messages()).toEqual(createTranscript(entries).messages());
      return JSON.stringify(state.transcript.messages()).match(/first|second|third|fourth|short|long/g);
    };
    expect(await textsOf(bodies)).toEqual(["second", "first", "short"]);
    const third = [...bodies, summary("third", 3, [2])];
    expect(await textsOf(third)).toEqual(["third", "short"]);
    expect(await textsOf([...third, said, said, summary("fourth", 11, [2, 5])])).toEqual(["fourth", "short"]);
  });

  it("reads no more when more is hidden", async () => {
    const entries = (hidden: number): Entry[] => {
      const bodies = Array.from({ length: hidden }, (_, at) => at).flatMap((at) => [
        { kind: "model-request", purpose: "turn", provider: "p", model: "m", options: {} } as const,
        {
          kind: "model-result",
          request: 1 + at * 4,
          attempts: 1,
          provider: "p",
          model: "m",
          usage: {},
        } as const,
        {
          kind: "assistant-message",
          request: 1 + at * 4,
          content: [text("Again."), call(`c${at}`, "act")],
        } as const,
        { kind: "tool-result", callId: `c${at}`, name: "act", content: [], durationMs: 0 } as const,
      ]);
      const said = { kind: "user-message", from: "user", content: [{ type: "text", text: "go" }] } as const;
      const pinned = [1, 4];
      const summary = { kind: "compaction", summary: "So far.", pinned, receipt: {} } as const;
      const all = [said, ...bodies, { ...summary, firstKept: bodies.length - 6 }, said];
      return all.map((body, at) => ({ v: 1, seq: at + 1, at: 0, run: "r", ...body }) as Entry);
    };
    const counts: number[] = [];
    for (const hidden of [50, 500]) {
      const journal = counting(await journalWith(entries(hidden)));
      const state = await loadSessionState(journal, "s");
      expect(state.transcript.messages()).toEqual(createTranscript(entries(hidden)).messages());
      expect(state.transcript.messages()[1]).toMatchObject({ from: "user" });
      expect(state.transcript.messages()[3]).toMatchObject({ role: "tool" });
      counts.push(journal.count());
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThan(30);
  });

  it("reads no entry twice but what decides what is visible", async () => {
    await checkProperty(
      fc.asyncProperty(journals, async (entries) => {
        const decisive = entries.filter(({ kind }) => kind === "compaction" || kind === "rewind").length;
        const hasPinned = entries.some((entry) => entry.kind === "compaction" && entry.pinned.length > 0);
        const hasChildren = entries.some((entry) => entry.kind === "child");
        fc.pre(!hasPinned && !hasChildren);
        const journal = counting(await journalWith(entries));
        await loadSessionState(journal, "s");
        expect(journal.count()).toBeLessThanOrEqual(entries.length + 1 + decisive);
      }),
    );
  });

  it("continues with exactly the bytes that the running agent would have sent", async () => {
    const journal = memoryJournal();
    const act = tool("act", (input) => JSON.stringify(input).repeat(20));
    const script = (from: number) =>
      Array.from({ length: 13 }, (_, at) => ({
        content:
          at === 12 ? [text("done")] : [text(`step ${from + at}`), call(`c${from + at}`, "act", { at })],
        usage: { input: 1_000 + at, output: 10, cacheRead: 7 },
      }));
    const compaction: Compaction = {
      async plan({ entries, measured }) {
        const results = entries.filter((entry) => entry.kind === "tool-result");
        if (measured !== undefined && results.length % 5 !== 4) return { entries: [] };
        const [first, second] = entries.filter((entry) => entry.kind === "assistant-message");
        const user = entries.find((entry) => entry.kind === "user-message");
        const short = [{ type: "text", text: "(short)" }] as const;
        return {
          entries: [
            { kind: "elision", results: results.slice(0, 2).map(({ seq }) => ({ seq, content: short })) },
            {
              kind: "compaction",
              summary: `So far ${results.length}.`,
              firstKept: results.at(-2)?.seq ?? 1,
              pinned: [user, first, second].flatMap((entry) => entry?.seq ?? []),
              receipt: {},
            },
          ],
        };
      },
    };
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    const parts = { extensions: [act], compaction, clock, session: "s", dynamicContext: () => [] };
    const model = scriptedModel([...script(0), ...script(100)], { limits: { contextTokens: 1_500 } });
    await using agent = createAgent({ ...parts, model, journal });
    await agent.run("go").result;
    const recorded = await entriesOf(journal);
    expect(recorded.filter((entry) => entry.kind === "compaction").length).toBeGreaterThan(2);
    expect(recorded.filter((entry) => entry.kind === "elision").length).toBeGreaterThan(2);
    await agent.run("on").result;

    const resumed = scriptedModel(script(100), { limits: { contextTokens: 1_500 } });
    const copy = await journalWith(recorded);
    await using again = createAgent({ ...parts, model: resumed, journal: copy });
    await again.run("on").result;
    expect(JSON.stringify(resumed.requests)).toBe(JSON.stringify(model.requests.slice(13)));
  });

  it("brings back what a compaction had hidden when that is rewound, also where it was never read", async () => {
    const journal = memoryJournal();
    {
      await using agent = createAgent({ model: scriptedModel([[text("one")]]), journal, session: "s" });
      await agent.run("1").result;
    }
    const before = await entriesOf(journal);
    const end = before.length;
    const summary = {
      kind: "compaction",
      summary: "So far.",
      firstKept: end,
      pinned: [],
      receipt: {},
    } as const;
    await journal.append("s", end, [{ v: 1, seq: end + 1, at: 0, run: null, ...summary }]);
    const model = scriptedModel([[text("two")]]);
    await using agent = createAgent({ model, journal, session: "s" });
    await agent.record({ kind: "rewind", to: end });
    await agent.run("2").result;
    expect(model.requests[0]?.messages.map(({ content }) => content[0])).toMatchObject([
      { text: "1" },
      { text: "one" },
      { text: "2" },
    ]);
  });
});
