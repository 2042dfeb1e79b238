import {
  isFailure,
  memoryJournal,
  extractText,
  type Entry,
  type JsonObject,
  type ToolOutcome,
} from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSession, type SampleTurn } from "../src/conformance/index.ts";
import { recallExtension } from "../src/index.ts";
import { findDocuments } from "../src/recall/find.ts";
import { documentsOf } from "../src/recall/documents.ts";

const noise = (count: number): SampleTurn[] =>
  Array.from({ length: count }, (_, index) => ({
    said: `I look at module ${index} of the project and its tests.`,
    results: [`module ${index} has tests, all of them pass, the build is fine`],
  }));

const facts: readonly SampleTurn[] = [
  { user: "The staging database is called harbour-7 and only Mondays are safe for migrations." },
  { results: ["listening on 0.0.0.0:8443\nworker pool: 12 threads"] },
  {
    results: [
      "TypeError: Cannot read properties of undefined (reading 'cartTotal')\n at src/checkout/cart-total.ts:42",
    ],
    failed: true,
  },
  { said: "I decided to retry with exponential backoff, because the gateway drops bursts." },
  { results: ["const maxRetryWaitMs = 27_500; // see HTTPServerOptions"] },
  { said: "Die Größe der Warteschlange ist jetzt 64." },
  { said: "配置文件在部署目录里。" },
];

async function open(turns: readonly SampleTurn[], more: readonly Entry[] = []) {
  const store = memoryJournal();
  const entries = [...sampleSession(turns), ...more];
  await store.append("session", 0, entries);
  const extension = recallExtension((session, from, kinds) => store.read(session, from, kinds));
  const ask = async (input: JsonObject): Promise<ToolOutcome> =>
    extension.callTool("recall", input, {
      session: "session",
      callId: "c",
      cwd: "/",
      signal: new AbortController().signal,
      progress: () => undefined,
      callFolder: undefined,
    });
  const text = async (input: JsonObject): Promise<string> => {
    const outcome = await ask(input);
    return isFailure(outcome) ? `${outcome.kind}: ${JSON.stringify(outcome)}` : extractText(outcome.content);
  };
  return { entries, ask, text };
}

const spread = [...noise(60), ...facts.flatMap((fact) => [fact, ...noise(40)])];

describe("recall by words", () => {
  it.each([
    ["What is the staging database called?", "harbour-7"],
    ["which day is safe for a migration", "only Mondays"],
    ["what port is it listening on", "8443"],
    ["how many threads does the worker pool have", "12 threads"],
    ["cart total error undefined", "cart-total.ts:42"],
    ["where was cartTotal read", "cartTotal"],
    ["why did we retry", "exponential backoff"],
    ["retries backing off gateway", "gateway drops bursts"],
    ["max retry wait", "27_500"],
    ["http server options", "HTTPServerOptions"],
    ["27_500", "maxRetryWaitMs"],
    ["größe warteschlange", "64"],
    ["部署目录", "配置文件"],
    ["src/checkout/cart-total.ts", "cart-total.ts:42"],
  ])("answers %j first with what says %j", async (query, answer) => {
    const { text } = await open(spread);
    const [first] = (await text({ query })).split("\n\n");
    expect(first).toContain(answer);
  });

  it("finds where words stand together before where they are far from each other", async () => {
    const lines = (count: number, line: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => line(index)).join("\n");
    const apart: SampleTurn = {
      results: [
        lines(80, (index) => `worker ${index} is idle\nthe ledger is closed\ncold cache\nstart of page`),
      ],
    };
    const together: SampleTurn = {
      results: [
        `${lines(60, (index) => `job ${index} done`)}\nledger worker: cold start took 41 s\n${lines(60, () => "done")}`,
      ],
    };
    const { text } = await open([apart, together, ...Array.from({ length: 20 }, () => apart)]);
    const [first] = (await text({ query: "How long did the cold start of the ledger worker take?" })).split(
      "\n\n",
    );
    expect(first).toContain("ledger worker: cold start took 41 s");
  });

  it("shows the line that was found to its end, and what follows it", async () => {
    const table = Array.from({ length: 30 }, (_, index) => `row ${index} of the table is fine`).join("\n");
    const failure = "FAIL test/cart.test.ts > merges empty carts\nAssertionError: expected 3 to equal 0xfeed";
    const { text } = await open([
      { results: [`${table}\n${failure}\n${table}`] },
      { results: [table] },
      { results: [`${table}\n${failure}`] },
    ]);
    const [first, second] = (await text({ query: "why did merges empty carts fail" })).split("\n\n");
    expect(first).toContain("expected 3 to equal 0xfeed");
    expect(second).toContain("expected 3 to equal 0xfeed");
  });

  it("tells words apart that only begin alike when the question has both", async () => {
    const code: SampleTurn = {
      results: ['const rows = read(7, "search importer");\nconst more = rows(importer);\nimporter.rows();'],
    };
    const fact: SampleTurn = { results: ["imported 5120 rows into the search importer\ndone"] };
    const { text } = await open([fact, ...Array.from({ length: 30 }, () => code)]);
    const [first] = (await text({ query: "How many rows were imported into the search importer?" })).split(
      "\n\n",
    );
    expect(first).toContain("5120");
  });

  it("does not mind words that are nowhere", async () => {
    const { text } = await open(spread);
    const [first] = (await text({ query: "what colossal max retry wait zebra" })).split("\n\n");
    expect(first).toContain("27_500");
  });

  it("gives at most five answers within two kilobytes, each with its id, kind and place", async () => {
    const { text } = await open(spread);
    const found = await text({ query: "tests of the module" });
    expect(found.split("\n\n")).toHaveLength(5);
    expect(Buffer.byteLength(found)).toBeLessThanOrEqual(2_100);
    for (const answer of found.split("\n\n"))
      expect(answer).toMatch(
        /^id \S+: (?:assistant|result of shell), entry \d+, \d{4}-\d\d-\d\d \d\d:\d\d\n/,
      );
  });

  it("finds what a call was given", async () => {
    const { text } = await open(spread);
    expect(await text({ query: "step call_101" })).toMatch(/^id call_101: call of shell/);
  });

  it("does not find its own results, or what was undone", async () => {
    const entries = sampleSession([{ user: "The code is zebra." }]);
    const own = sampleSession([{ results: ["zebra zebra zebra"] }]).map((entry) => {
      const text = JSON.stringify({ ...entry, seq: entry.seq + 1 }).replaceAll('"shell"', '"recall"');
      return JSON.parse(text) as Entry;
    });
    const seq = entries.length + own.length - 1;
    const head = { v: 1, at: 0, run: null } as const;
    const taken: Entry[] = [
      {
        ...head,
        seq: seq + 1,
        kind: "user-message",
        from: "user",
        content: [{ type: "text", text: "zebra no more" }],
      },
      { ...head, seq: seq + 2, kind: "rewind", to: seq },
    ];
    const { text } = await open([{ user: "The code is zebra." }], [...own.slice(1), ...taken]);
    const found = await text({ query: "zebra" });
    expect(found.split("\n\n")).toHaveLength(1);
    expect(found).toContain("The code is zebra.");
    expect(await text({ id: String(seq + 1) })).toContain("Nothing in this conversation has the id");
  });

  it("says so when nothing is found", async () => {
    const { text } = await open(spread);
    expect(await text({ query: "xylophone" })).toMatch(/^Nothing was found/);
    expect(await text({ query: "?!" })).toMatch(/^Nothing was found/);
  });

  it("answers the same whatever the query is, and never throws", () => {
    const documents = sampleSession([...facts, ...noise(10)]).flatMap((entry) =>
      documentsOf(entry, "recall"),
    );
    checkProperty(
      fc.property(
        fc.string({
          unit: fc.constantFrom("a", "Z", "1", "é", "İ", "行", "_", ".", "/", " ", "-", "?", "\ud83d"),
        }),
        (query) => {
          expect(findDocuments(documents, query, 5)).toEqual(findDocuments(documents, query, 5));
        },
      ),
      { numRuns: 30 },
    );
  });

  it("finds any word of any text", () => {
    const word = fc.stringMatching(/^[a-z]{4,12}$/);
    checkProperty(
      fc.property(fc.array(word, { minLength: 3, maxLength: 9 }), fc.nat(), (words, pick) => {
        const query = words[pick % words.length] ?? "";
        const documents = [{ seq: 1, at: 0, id: "1", kind: "user", text: words.join(" ") } as const];
        expect(findDocuments(documents, query, 5)).toHaveLength(1);
      }),
    );
  });
});

describe("recall by id", () => {
  it("gives a call with its result, by the call or the entry", async () => {
    const { text, entries } = await open(spread);
    const seq = entries.find((entry) => entry.kind === "tool-result" && entry.callId === "call_101")?.seq;
    const whole = await text({ id: "call_101" });
    expect(whole).toContain('"command": "step call_101"');
    expect(whole).toContain("listening on 0.0.0.0:8443");
    expect(await text({ id: `[${seq}]` })).toBe(whole);
  });

  it("gives a message of the user word for word, with what was around it", async () => {
    const { text, entries } = await open(spread);
    const seq = entries.find((entry) => entry.kind === "user-message")?.seq ?? 0;
    const found = await text({ id: seq, around: 2 });
    expect(found).toContain(
      "The staging database is called harbour-7 and only Mondays are safe for migrations.",
    );
    expect(found).toContain("Around it:\n");
    expect(found).toContain("module 59 has tests");
  });

  it("gives a long result in pages that join to the whole", async () => {
    const lines = Array.from({ length: 900 }, (_, index) => `line ${index} of the output`);
    const { text } = await open([{ results: [lines.join("\n")] }]);
    let offset: number | undefined = 1;
    const seen: string[] = [];
    while (offset !== undefined) {
      const page: string = await text({ id: "call_1", offset, limit: 250 });
      seen.push(...page.split("\n").filter((line) => line.startsWith("line ")));
      offset =
        /"offset": (\d+)/.exec(page)?.[1] === undefined
          ? undefined
          : Number(/"offset": (\d+)/.exec(page)?.[1]);
    }
    expect(seen).toEqual(lines);
  });

  it("gives images back", async () => {
    const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const entries = sampleSession([{ results: ["a picture"] }]).map((entry) =>
      entry.kind === "tool-result" ? { ...entry, content: [...entry.content, image] } : entry,
    );
    const store = memoryJournal();
    await store.append("session", 0, entries);
    const extension = recallExtension((session, from, kinds) => store.read(session, from, kinds));
    const context = {
      session: "session",
      callId: "c",
      cwd: "/",
      signal: new AbortController().signal,
      progress: () => undefined,
      callFolder: undefined,
    };
    const outcome = await extension.callTool("recall", { id: "call_1" }, context);
    expect(isFailure(outcome) ? [] : outcome.content).toContainEqual(image);
  });

  it.each([
    [{}, "Give either"],
    [{ query: "a", id: "1" }, "Give either"],
    [{ query: 7 }, "`query` must be a string"],
    [{ id: "1", offset: 0 }, "`offset` must be a whole number"],
    [{ id: "1", line: 3 }, "Unknown field `line`"],
    [{ query: "a", limit: 1.5 }, "`limit` must be a whole number"],
  ])("refuses %j", async (input, issue) => {
    const { text } = await open(facts);
    expect(await text(input)).toContain(`invalid-input`);
    expect(await text(input)).toContain(issue);
  });
});
