import type { Entry } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import type { ReplayedRequest } from "../../src/replay/index.ts";
import { call, text, tool } from "../tools.ts";
import { record, replay, sameAs, type Recording } from "./record.ts";

const system = "You are a careful helper. Answer in one sentence.";

function recording(): Promise<Recording> {
  const model = scriptedModel([[call("a", "look", { n: 1 })], [text("done")], [text("more")]]);
  return record({ model, extensions: [tool("look", () => "It is blue.")], system }, async (agent) => {
    await agent.run("go").result;
    await agent.run("and?").result;
  });
}

/** Somebody edited the journal. */
function edited({ entries, blob }: Recording, edit: (entry: Entry) => Entry): Recording {
  return { entries: entries.map(edit), blob };
}

describe("a replay that differs says where", () => {
  it("when one byte of the system prompt differs", async () => {
    const { requests, equal, differences, drift } = await replay(await recording(), {
      context: (told) => ({ ...told, system: told.system.replace("careful", "cAreful") }),
    });
    expect([requests, equal, differences.length, drift]).toEqual([3, 0, 3, []]);
    expect(differences[0]).toMatchObject({
      seq: 7,
      recorded: { system },
      replayed: { messages: expect.any(Array) },
    });
    expect(differences[0]?.difference).toBe(
      '/system: recorded "You are a careful helper. Answer in one sentence." (from character 0), now "You are a cAreful helper. Answer in one sentence.".',
    );
  });

  it("when a tool is described in other words", async () => {
    const { differences } = await replay(await recording(), {
      context: ({ tools, ...told }) => ({
        ...told,
        tools: tools.map((one) => ({ ...one, description: "Looks." })),
      }),
    });
    expect(differences[0]?.difference).toContain('/tools/0/description: recorded "look"');
  });

  it("when a result in the journal was changed, from there on", async () => {
    const changed = edited(await recording(), (entry) =>
      entry.kind === "tool-result" ? { ...entry, content: [{ type: "text", text: "It is red." }] } : entry,
    );
    const { requests, equal, differences } = await replay(changed);
    expect([requests, equal]).toEqual([3, 1]);
    expect(differences.map(({ difference }) => difference)).toEqual([
      expect.stringContaining("The recording was changed: the request's hash was"),
      expect.stringContaining("The recording was changed"),
    ]);
  });

  it("when a question was changed, in each request after it", async () => {
    const whole = await recording();
    const asked = whole.entries.find((entry) => entry.kind === "user-message")!;
    const changed = edited(whole, (entry) =>
      entry.seq === asked.seq && entry.kind === "user-message"
        ? { ...entry, content: [{ type: "text", text: "gone" }] }
        : entry,
    );
    const { differences } = await replay(changed);
    expect(differences.map(({ seq }) => seq)).toEqual(
      whole.entries.flatMap((entry) => (entry.kind === "model-request" ? [entry.seq] : [])),
    );
  });

  it("when what the model was told does not fit its hash, or is lost", async () => {
    const { entries, blob } = await recording();
    const other = await replay({
      entries,
      blob: async (hash) => {
        const told = new TextDecoder().decode(await blob(hash));
        return new TextEncoder().encode(told.replace("careful", "careless"));
      },
    });
    expect(other.equal).toBe(0);
    expect(other.differences[0]?.difference).toMatch(
      /^The recorded system prompt or tools were changed: the hash was \w{64} and is \w{64} now\.$/,
    );
    const lost = await replay({ entries, blob: async () => undefined });
    expect(lost).toMatchObject({ requests: 0, differences: [] });
    expect(lost.unreplayable).toHaveLength(2);
    expect(lost.unreplayable[0]?.why).toContain("are lost or cannot be read");
    const untold = await replay({ entries: entries.filter(({ kind }) => kind !== "context"), blob });
    expect(untold.unreplayable.map(({ why }) => why)).toEqual(
      Array(2).fill("The journal does not contain the system prompt and tools."),
    );
  });

  it("when the recording has a request too few or too many", async () => {
    const { entries, blob } = await recording();
    const last = entries.findLast((entry) => entry.kind === "tool-result")!;
    const end = entries.find((entry) => entry.seq > last.seq && entry.kind === "outcome")!;
    const fewer = entries.filter((entry) => entry.seq <= last.seq || entry.seq >= end.seq);
    expect((await replay({ entries: fewer, blob })).differences).toMatchObject([
      { seq: undefined, difference: "The recording has no such request." },
      { difference: expect.stringContaining("The recording was changed") },
    ]);
    const result = entries.find((entry) => entry.kind === "assistant-message")!;
    const more = edited({ entries, blob }, (entry) =>
      entry.seq === result.seq && entry.kind === "assistant-message"
        ? { ...entry, content: [text("no call")], stop: "answered" }
        : entry,
    );
    const again = await replay(more);
    expect(again.differences[0]).toMatchObject({
      difference: "The replay did not make this request.",
      replayed: undefined,
    });
    expect(again.drift.length).toBeGreaterThan(0);
  });

  it("but not after secrets were taken out: hashes cannot fit then", async () => {
    const { entries, blob } = await recording();
    const last = entries.at(-1)!;
    const scrubbed = edited({ entries, blob }, (entry) =>
      entry.kind === "tool-result"
        ? { ...entry, content: [{ type: "text", text: "It is [hidden]." }] }
        : entry,
    );
    const scrub: Entry = { v: 1, seq: last.seq + 1, at: 0, run: null, kind: "scrub", entries: 1, blobs: 0 };
    const again = await replay({ entries: [...scrubbed.entries, scrub], blob });
    expect(again).toMatchObject({ requests: 3, equal: 3, unhashed: 3, differences: [] });
  });

  it("and what the run did otherwise, without a difference in any request", async () => {
    const whole = await recording();
    const { differences, drift } = await replay(
      edited(whole, (entry) =>
        entry.kind === "outcome" && entry.turns === 2 ? { ...entry, turns: 7 } : entry,
      ),
    );
    expect(differences).toEqual([]);
    expect(drift).toMatchObject([{ kind: "outcome", difference: "/turns: recorded 7, now 2." }]);
  });
});

describe("a replay", () => {
  it("takes no time, so that a time limit does not end it", async () => {
    const limited = edited(await recording(), (entry) =>
      entry.kind === "settings" ? { ...entry, limits: { ...entry.limits, maxTimeMs: 0 } } : entry,
    );
    expect(await replay(limited)).toMatchObject(sameAs(limited));
  });

  it("tells of each request, and stops when it is told to", async () => {
    const whole = await recording();
    const seen: ReplayedRequest[] = [];
    await replay(whole, { onRequest: (request) => seen.push(request) });
    expect(seen.map(({ seq }) => whole.entries[seq! - 1]?.kind)).toEqual(Array(3).fill("model-request"));
    expect(
      seen.every(({ recorded, replayed }) => JSON.stringify(recorded) === JSON.stringify(replayed)),
    ).toBe(true);
    const stopper = new AbortController();
    const reason = new Error("Enough.");
    const stopped = replay(whole, { signal: stopper.signal, onRequest: () => stopper.abort(reason) });
    await expect(stopped).rejects.toBe(reason);
  });

  it("leaves out what cannot be reproduced, and says so", async () => {
    const { entries, blob } = await recording();
    const result = entries.findIndex((entry) => entry.kind === "tool-result");
    const run = entries[result]!.run;
    const notice: Entry = {
      v: 1,
      at: 0,
      seq: 0,
      run,
      kind: "notice",
      audience: "both",
      level: "info",
      text: "By the way.",
    };
    const spliced = entries
      .toSpliced(result + 1, 0, notice)
      .map((entry, at): Entry => ({ ...entry, seq: at + 1 }));
    const again = await replay({ entries: spliced, blob });
    expect(again.unreplayable).toEqual([
      { seq: result + 2, why: 'The run is not replayed from here on: its "notice" came from outside.' },
    ]);
  });
});
