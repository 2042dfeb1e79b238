import {
  isFailure,
  memoryJournal,
  extractText,
  type Entry,
  type JsonObject,
  type ToolOutcome,
} from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleSession } from "../src/conformance/index.ts";
import { recallExtension, recallTool } from "../src/index.ts";

const head = { v: 1, at: 1_700_000_000_000, run: "run" } as const;
const text = (words: string) => ({ type: "text", text: words }) as const;
const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;

/** 1 start, 2 user, 3 request, 4 its result, 5 reply, 6 and 7 results; then what is rare. */
const journal: readonly Entry[] = [
  ...sampleSession([{ user: "Fix the cart.", said: "I look.", results: ["first output", "second output"] }]),
  {
    ...head,
    seq: 8,
    kind: "assistant-message",
    request: 3,
    content: [
      { type: "thinking", text: "A thought about zebras." },
      text("I call it."),
      { type: "tool-call", id: "broken", name: "shell", raw: '{"comm', problem: "cut-off" },
      { type: "tool-call", id: "own", name: "extra__recall", input: { query: "zebra" } },
    ],
    stop: "tool-calls",
  },
  {
    ...head,
    seq: 9,
    kind: "tool-result",
    callId: "broken",
    name: "shell",
    content: [text("It was cut off."), image],
    durationMs: 1,
    failure: { kind: "failed", message: "cut" },
    artifacts: [{ path: "/data/whole.txt", mediaType: "text/plain", bytes: 9 }],
  },
  {
    ...head,
    seq: 10,
    kind: "tool-result",
    callId: "own",
    name: "extra__recall",
    content: [text("zebra said")],
    durationMs: 1,
  },
  { ...head, seq: 11, kind: "user-message", from: "user", content: [text("See this picture."), image] },
  { ...head, seq: 12, kind: "user-message", from: "agent", content: [text("Continue your work.")] },
  { ...head, seq: 13, kind: "notice", audience: "model", level: "info", text: "The branch is frozen." },
  {
    ...head,
    seq: 14,
    kind: "compaction",
    summary: "A summary\nof two lines.",
    firstKept: 11,
    pinned: [],
    receipt: {},
  },
  {
    ...head,
    seq: 15,
    kind: "assistant-message",
    request: 3,
    content: [text("Half a zebra")],
    stop: "other",
    partial: "restarted",
  },
  {
    ...head,
    seq: 16,
    kind: "assistant-message",
    request: 3,
    content: [{ type: "tool-call", id: "lost", name: "read", input: { path: "a.ts" } }],
    stop: "tool-calls",
  },
];

async function ask(input: JsonObject, entries = journal): Promise<ToolOutcome> {
  const store = memoryJournal();
  await store.append("session", 0, entries);
  const extension = recallExtension((session, from, kinds) => store.read(session, from, kinds));
  return extension.callTool("recall", input, {
    session: "session",
    callId: "c",
    cwd: "/",
    signal: new AbortController().signal,
    progress: () => undefined,
    callFolder: undefined,
  });
}

async function told(input: JsonObject, entries = journal): Promise<string> {
  const outcome = await ask(input, entries);
  return isFailure(outcome) ? JSON.stringify(outcome) : extractText(outcome.content);
}

describe("the whole of an entry or a call", () => {
  it.each([
    [
      "call_1",
      '[call call_1, entries 5 and 6: lines 1 to 6 of 6]\nCall: shell\n{\n "command": "step call_1"\n}\nResult:\nfirst output',
    ],
    [
      "6",
      '[call call_1, entries 5 and 6: lines 1 to 6 of 6]\nCall: shell\n{\n "command": "step call_1"\n}\nResult:\nfirst output',
    ],
    [
      "broken",
      '[call broken, entries 8 and 9: lines 1 to 5 of 5]\nCall: shell\n{"comm\nFailure:\nIt was cut off.\nFile: /data/whole.txt',
    ],
    ["lost", '[call lost, entries 16: lines 1 to 4 of 4]\nCall: read\n{\n "path": "a.ts"\n}'],
    ["2", "[entry 2, 2023-11-14 22:13, user: lines 1 to 1 of 1]\nFix the cart."],
    [2, "[entry 2, 2023-11-14 22:13, user: lines 1 to 1 of 1]\nFix the cart."],
    ["[2]", "[entry 2, 2023-11-14 22:13, user: lines 1 to 1 of 1]\nFix the cart."],
    [
      "5",
      '[entry 5, 2023-11-14 22:13: lines 1 to 3 of 3]\nI look.\n[call call_1] shell {"command":"step call_1"}\n[call call_2] shell {"command":"step call_2"}',
    ],
    [
      "8",
      '[entry 8, 2023-11-14 22:13: lines 1 to 4 of 4]\nA thought about zebras.\nI call it.\n[call broken] shell {"comm\n[call own] extra__recall {"query":"zebra"}',
    ],
    ["12", "[entry 12, 2023-11-14 22:13, notice: lines 1 to 1 of 1]\nContinue your work."],
    ["13", "[entry 13, 2023-11-14 22:13, notice: lines 1 to 1 of 1]\nThe branch is frozen."],
    ["14", "[entry 14, 2023-11-14 22:13: lines 1 to 2 of 2]\nA summary\nof two lines."],
    ["16", '[entry 16, 2023-11-14 22:13: lines 1 to 1 of 1]\n[call lost] read {"path":"a.ts"}'],
  ])("%j", async (id, whole) => {
    expect(await told({ id })).toBe(whole);
  });

  it.each(["1", "3", "99", "nothing", "2x", "x2", "[2", "2]", "[call_1]", "1e1", "2.0", "0x2", " 2", "+2"])(
    "is nothing for %j",
    async (id) => {
      expect(await told({ id })).toContain(`Nothing in this conversation has the id ${id}.`);
    },
  );

  it("has the pictures of it, on its first page", async () => {
    const picturesOf = async (input: JsonObject) => {
      const outcome = await ask(input);
      return isFailure(outcome) ? [] : outcome.content.filter(({ type }) => type !== "text");
    };
    expect(await picturesOf({ id: "broken" })).toEqual([image]);
    expect(await picturesOf({ id: "11" })).toEqual([image]);
    expect(await picturesOf({ id: "11", offset: 2 })).toEqual([]);
    for (const id of ["2", "8", "14"]) expect(await picturesOf({ id })).toEqual([]);
  });
});

describe("a page", () => {
  const said = (words: string) => sampleSession([{ user: words }]);
  const lines = Array.from({ length: 450 }, (_, index) => `line ${index + 1}`);
  const place = "entry 2, 2023-11-14 22:13, user";

  it.each([
    [{}, 1, 200, true],
    [{ offset: 201 }, 201, 400, true],
    [{ offset: 401 }, 401, 450, false],
    [{ limit: 450 }, 1, 450, false],
    [{ limit: 449 }, 1, 449, true],
    [{ offset: 7, limit: 3 }, 7, 9, true],
  ])("%j has the lines %i to %i, with more: %s", async (input, from, to, more) => {
    const next = more ? `\n[Continue with "offset": ${to + 1}.]` : "";
    expect(await told({ id: "2", ...input }, said(lines.join("\n")))).toBe(
      `[${place}: lines ${from} to ${to} of 450]\n${lines.slice(from - 1, to).join("\n")}${next}`,
    );
  });

  it("has no more than 16,000 characters, and a line of more than a thousand is several", async () => {
    const long = "x".repeat(999);
    const page = await told({ id: "2" }, said(Array.from({ length: 30 }, () => long).join("\n")));
    expect(page).toContain("lines 1 to 16 of 30");
    expect(page).toContain('"offset": 17');
    const full = [...Array.from({ length: 15 }, () => long), "z".repeat(1_000), "and more"];
    expect(await told({ id: "2" }, said(full.join("\n")))).toContain("lines 1 to 16 of 17");
    expect(await told({ id: "2" }, said(`${"y".repeat(1_000)}\n${"z".repeat(2_001)}`))).toBe(
      `[${place}: lines 1 to 4 of 4]\n${["y".repeat(1_000), "z".repeat(1_000), "z".repeat(1_000), "z"].join("\n")}`,
    );
  });
});

describe("around an entry", () => {
  it("stands what was said, called and answered, each in a line", async () => {
    const page = await told({ id: "8", around: 4 });
    expect(page.slice(page.indexOf("\nAround it:"))).toBe(
      `
Around it:
[2] user: Fix the cart.
[5] assistant: I look.
[5] call shell: shell {"command":"step call_1"}
[5] call shell: shell {"command":"step call_2"}
[6] result shell: first output
[7] result shell: second output
[8] assistant: A thought about zebras. I call it.
[8] call shell: shell {"comm
[8] call extra__recall: extra__recall {"query":"zebra"}
[9] failure shell: It was cut off.
[10] result extra__recall: zebra said
[11] user: See this picture.
[12] notice: Continue your work.`,
    );
    expect(await told({ id: "2", around: 0 })).toContain("Around it:\n[2] user: Fix the cart.");
    expect(await told({ id: "call_2", around: 0 })).toContain("Around it:\n[5] assistant: I look.");
    expect(await told({ id: "2", around: 1 })).toMatch(
      /Around it:\n\[2\] user: Fix the cart\.\n\[5\] assistant[^\0]*call_2"\}$/,
    );
    expect(await told({ id: "2" })).not.toContain("Around it");
  });

  it("is the same whatever else the journal gives", async () => {
    const context = {
      session: "session",
      callId: "c",
      cwd: "/",
      signal: new AbortController().signal,
      progress: () => undefined,
      callFolder: undefined,
    };
    const tool = recallTool(async function* () {
      yield* journal;
    });
    const outcome = await tool.call({ id: "2", around: 1, offset: 1 }, context);
    expect(isFailure(outcome) ? "" : extractText(outcome.content)).toBe(await told({ id: "2", around: 1 }));
  });

  it("is a line of at most 160 characters, whole ones", async () => {
    const said = sampleSession([{ user: `${"a \n b".repeat(30)}${"😀".repeat(200)}` }]);
    const line = (await told({ id: "2", around: 0 }, said)).split("Around it:\n")[1] ?? "";
    expect(line).toMatch(/^\[2\] user: (?:a b){30}/);
    expect(line.length).toBe("[2] user: ".length + 160);
    expect(line.isWellFormed()).toBe(true);
  });
});

describe("an answer to a question", () => {
  it("names what it is and where it stands", async () => {
    expect(await told({ query: "cart" })).toBe("id 2: user, entry 2, 2023-11-14 22:13\nFix the cart.");
    expect(await told({ query: "second output" })).toMatch(
      /^id call_2: result of shell, entry 7, 2023-11-14 22:13\nsecond output\n\nid call_1: result of shell/,
    );
    expect(await told({ query: "cut" })).toMatch(/^id broken: failure of shell, entry 9/);
    expect(await told({ query: "frozen" })).toMatch(/^id 13: notice, entry 13/);
    expect(await told({ query: "a.ts" })).toMatch(/^id lost: call of read, entry 16/);
    expect(await told({ query: "work" })).toMatch(/^id 12: notice, entry 12/);
    // Neither its own calls and results, nor a summary, nor a restarted reply.
    expect(await told({ query: "zebra" })).toMatch(/^id 8: assistant[^\n]*\n[^\n]*$/);
    expect(await told({ query: "summary" })).toMatch(/^Nothing was found\./);
  });

  it("is one of five, or of as many as are wanted up to twenty, in about two kilobytes", async () => {
    const many = sampleSession(
      Array.from({ length: 40 }, (_, at) => ({ user: `apple ${at} ${"and pears ".repeat(90)}` })),
    );
    const answers = async (limit?: number) =>
      (await told({ query: "apple", ...(limit !== undefined && { limit }) }, many)).split("\n\n");
    expect(await answers()).toHaveLength(5);
    expect(await answers(1)).toHaveLength(1);
    expect(await answers(12)).toHaveLength(12);
    expect(await answers(100)).toHaveLength(20);
    for (const answer of await answers()) {
      expect(answer.length).toBeGreaterThan(385);
      expect(answer.length).toBeLessThanOrEqual(400);
    }
    // One alone gets no more than one of five.
    expect((await answers(1))[0]?.length).toBeLessThanOrEqual(400);
    for (const answer of await answers(20)) expect(answer.split("\n")[1]?.length).toBeGreaterThanOrEqual(39);
  });
});

describe("the tool", () => {
  const tool = recallTool(() => {
    throw new Error("Nothing is read.");
  });

  it("only reads, may be called again, and says what it takes", () => {
    expect({ ...tool, description: "" }).toMatchObject({
      name: "recall",
      effect: "reads",
      repeat: "safe",
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string" },
          id: { type: "string" },
          around: {
            type: "integer",
            minimum: 0,
            maximum: 20,
            description: expect.stringContaining("With id"),
          },
          offset: { type: "integer", minimum: 1, description: "With id: first line" },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 2_000,
            description: "Results, default 5; with id: lines, default 200",
          },
        },
        additionalProperties: false,
      },
    });
    expect(tool.description).toMatch(/^Look up what was said and done earlier/);
  });

  it.each([
    [{ query: "a" }, { query: "a", offset: 1 }],
    [
      { query: "a", id: null, limit: 5 },
      { query: "a", offset: 1, limit: 5 },
    ],
    [
      { id: 7, around: 20, offset: 3, limit: 2_000 },
      { id: "7", around: 20, offset: 3, limit: 2_000 },
    ],
    [
      { id: "[12]", around: 0 },
      { id: "12", around: 0, offset: 1 },
    ],
    [{ id: "x[12]" }, { id: "x[12]", offset: 1 }],
    [{ id: "[12]x" }, { id: "[12]x", offset: 1 }],
  ])("takes %j", (input, value) => {
    expect(tool.check(input)).toEqual({ ok: true, value });
  });

  it.each([
    [null, ["The input must be an object with `query` or `id`."]],
    [["a"], ["The input must be an object with `query` or `id`."]],
    ["a", ["The input must be an object with `query` or `id`."]],
    [{}, ["Give either `query` or `id`."]],
    [{ id: true }, ["`id` must be a string."]],
    [{ query: 7 }, ["`query` must be a string."]],
    [{ id: "1", line: 3 }, ["Unknown field `line`; use query, id, around, offset, limit."]],
    [{ id: "1", around: -1 }, ["`around` must be a whole number from 0 to 20."]],
    [{ id: "1", around: 21 }, ["`around` must be a whole number from 0 to 20."]],
    [{ id: "1", offset: 0 }, ["`offset` must be a whole number from 1 to 9007199254740991."]],
    [{ id: "1", limit: 0 }, ["`limit` must be a whole number from 1 to 2000."]],
    [{ id: "1", limit: 2_001 }, ["`limit` must be a whole number from 1 to 2000."]],
    [{ id: "1", limit: 1.5 }, ["`limit` must be a whole number from 1 to 2000."]],
    [{ id: "1", limit: "5" }, ["`limit` must be a whole number from 1 to 2000."]],
  ])("refuses %j", (input, issues) => {
    expect(tool.check(input)).toEqual({ ok: false, issues });
  });

  it("stops reading when the run is stopped", async () => {
    const stopped = AbortSignal.abort(new Error("enough"));
    const some = recallTool(async function* () {
      yield* journal;
    });
    const context = {
      session: "session",
      callId: "c",
      cwd: "/",
      signal: stopped,
      progress: () => undefined,
      callFolder: undefined,
    };
    await expect(some.call({ query: "a", offset: 1 }, context)).rejects.toThrow("enough");
  });
});
