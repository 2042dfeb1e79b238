import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, EntryBody, JsonObject, Message } from "@skein/protocol";
import { modelContext } from "@skein/sessions";
import { readForeignSession, toGooseExport } from "../../src/import/index.ts";
import { journal } from "@skein/test-kit/generated";
import { gooseSession } from "./generated-goose.ts";
import { lawBreaks } from "./journal-laws.ts";
import { readSample, sampleBytes } from "./samples.ts";

const fixtures =
  process.env["SKEIN_FIXTURES"] ?? resolve(import.meta.dirname, "../../../../../shared/fixtures");
const folder = join(fixtures, "goose-sessions");
const exported = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "index.json")
  : [];

function read(text: string) {
  return readForeignSession("goose", text, { name: "session.json" });
}

describe("sessions that Goose exported", () => {
  it.skipIf(exported.length === 0).each(exported.length > 0 ? exported : ["none are here"])(
    "come back as they were: %s",
    (name) => {
      const text = readFileSync(join(folder, name), "utf8");
      const { entries, warnings } = read(text);
      expect(lawBreaks(entries)).toEqual([]);
      expect(warnings).toEqual([]);
      expect(toGooseExport(entries)).toEqual(JSON.parse(text));
    },
  );

  it("come back as they were, with what a journal has no place for", () => {
    const { entries } = readSample("goose.json");
    expect(toGooseExport(entries)).toEqual(JSON.parse(sampleBytes("goose.json").toString()));
  });

  it("come back as they were, whatever they hold", () => {
    checkProperty(
      fc.property(gooseSession, (session) => {
        const { entries } = read(JSON.stringify(session));
        expect(lawBreaks(entries)).toEqual([]);
        expect(toGooseExport(entries)).toEqual(JSON.parse(JSON.stringify(session)));
      }),
      { numRuns: 150 },
    );
  });

  it("are read from JSONL too, as versions before 1.10 kept them", () => {
    const whole = JSON.parse(sampleBytes("goose.json").toString()) as JsonObject;
    const { conversation, ...head } = whole;
    const lines = [head, ...(conversation as JsonObject[])].map((line) => JSON.stringify(line));
    const kinds = (entries: readonly Entry[]) => entries.map(({ kind }) => kind);
    expect(kinds(read(lines.join("\n")).entries)).toEqual(kinds(readSample("goose.json").entries));
    const broken = read([...lines.slice(0, 2), "{half", ...lines.slice(2)].join("\n"));
    expect(broken.warnings).toEqual([{ line: 3, message: "This is no JSON." }]);
    expect(kinds(broken.entries)).toEqual(kinds(readSample("goose.json").entries));
  });
});

describe("what is kept beside the entries", () => {
  it("repeats no text that an entry holds, except what Goose itself repeats", () => {
    const { entries } = readSample("goose.json");
    const state = JSON.stringify(entries.find(({ kind }) => kind === "extension-state"));
    for (const text of ["I will look.", "cat notes.txt", "It says hello.", "looked at a picture"])
      expect(state).not.toContain(text);
  });

  it("follows an entry whose text was taken out", () => {
    const entries = readSample("goose.json").entries.map((entry): Entry =>
      entry.kind === "user-message" ? { ...entry, content: [{ type: "text", text: "[removed]" }] } : entry,
    );
    const text = JSON.stringify(toGooseExport(entries));
    expect(text).toContain("[removed]");
    expect(text).not.toContain("What is on this picture");
  });
});

describe("a session that went on here", () => {
  const { entries } = readSample("goose.json");
  const before = JSON.parse(sampleBytes("goose.json").toString()) as { readonly conversation: JsonObject[] };
  const more = (bodies: readonly EntryBody[]): readonly Entry[] => [
    ...entries,
    ...bodies.map((body, at): Entry => ({
      v: 1,
      seq: entries.length + at + 1,
      at: 1_795_165_000_000 + at,
      run: "r",
      ...body,
    })),
  ];
  const said: readonly EntryBody[] = [
    { kind: "user-message", from: "user", content: [{ type: "text", text: "Thanks. List it." }] },
    {
      kind: "assistant-message",
      request: 1,
      content: [{ type: "tool-call", id: "c9", name: "tree", input: { path: "." } }],
    },
    {
      kind: "tool-result",
      callId: "c9",
      name: "tree",
      content: [{ type: "text", text: "No such folder." }],
      failure: { kind: "failed", message: "No such folder." },
      durationMs: 3,
    },
  ];

  it("is exported with what was said since", () => {
    const { conversation, message_count: count, ...session } = toGooseExport(more(said));
    expect(conversation).toEqual([
      ...before.conversation,
      expect.objectContaining({ role: "user", content: [{ type: "text", text: "Thanks. List it." }] }),
      expect.objectContaining({
        role: "assistant",
        content: [
          {
            type: "toolRequest",
            id: "c9",
            toolCall: { status: "success", value: { name: "tree", arguments: { path: "." } } },
          },
        ],
      }),
      expect.objectContaining({
        role: "user",
        content: [
          {
            type: "toolResponse",
            id: "c9",
            toolResult: {
              status: "success",
              value: { content: [{ type: "text", text: "No such folder." }], isError: true },
            },
          },
        ],
      }),
    ]);
    expect(count).toBe(10);
    expect(session).toMatchObject({ id: "20261120_7", goose_mode: "auto", schedule_id: null });
    expect(session["updated_at"]).toBe("2026-11-20T08:56:40Z");
  });

  it("loses what was rewound, also of what Goose wrote", () => {
    const reply = entries.findLast(({ kind }) => kind === "assistant-message")?.seq ?? 0;
    const { conversation } = toGooseExport(more([{ kind: "rewind", to: reply - 1 }]));
    expect(conversation).toEqual(before.conversation.slice(0, -1));
  });

  it("hides from the model what a compaction here hides", () => {
    const compaction = {
      kind: "compaction",
      summary: "All said.",
      firstKept: 99,
      pinned: [],
      receipt: {},
    } as const;
    const { conversation } = toGooseExport(more([...said, compaction]));
    const metadata = (conversation as JsonObject[]).map((message) => message["metadata"]);
    expect(metadata.slice(0, -1).every((seen) => (seen as JsonObject)["agentVisible"] === false)).toBe(true);
    expect(metadata.at(-1)).toEqual({ userVisible: false, agentVisible: true });
  });
});

describe("a session of our own", () => {
  const texts = (entries: readonly Entry[]): readonly string[] =>
    modelContext(entries)
      .flatMap(({ content }): readonly Message["content"][number][] => content)
      .flatMap((part) => (part.type === "text" && part.text.trim() !== "" ? [part.text] : []));

  it("that begins with a reply of blanks begins, read back, where something is said", () => {
    const head = { v: 1, at: 1000, run: null } as const;
    const blank = [{ type: "text", text: " " }] as const;
    const asked = { purpose: "turn", provider: "p", model: "m", options: {}, requestHash: "" } as const;
    const entries: readonly Entry[] = [
      { ...head, seq: 1, kind: "session-start", id: "s", cwd: "/project", interaction: "chat" },
      { ...head, seq: 2, kind: "model-request", ...asked },
      { ...head, seq: 3, kind: "assistant-message", request: 2, content: blank, stop: "answered" },
      lastWord(4),
    ];
    expect(texts(read(JSON.stringify(toGooseExport(entries))).entries)).toEqual(["Goodbye."]);
  });

  it("is exported so that reading it back gives the model the same words", () => {
    checkProperty(
      fc.property(journal, (entries) => {
        const whole = [...entries, lastWord(entries.length + 1)];
        fc.pre(!entries.some(({ kind }) => kind === "compaction" || kind === "notice"));
        fc.pre(modelContext(whole)[0]?.role === "user");
        const back = read(JSON.stringify(toGooseExport(whole))).entries;
        expect(lawBreaks(back)).toEqual([]);
        expect(texts(back)).toEqual(texts(whole));
      }),
      { numRuns: 60 },
    );
  });
});

/** So that there is something to read. */
function lastWord(seq: number): Entry {
  const content = [{ type: "text", text: "Goodbye." }] as const;
  return { v: 1, seq, at: 1000 * seq, run: null, kind: "user-message", from: "user", content };
}
