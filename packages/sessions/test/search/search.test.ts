import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { effectiveEntries, SessionError, type EntryBody } from "@skein/protocol";
import { openSearch, type FindOptions, type SessionSearch } from "../../src/search/index.ts";
import { journal } from "@skein/test-kit/generated";
import { anyText } from "@skein/test-kit/generated";
import { tempFolder } from "../temp-folder.ts";
import { assistant, result, sampleStore, start, user } from "./sample-store.ts";

const open: SessionSearch[] = [];
afterEach(() => open.splice(0).forEach((search) => search.close()));

function newSearch(path = join(tempFolder(), "search.db"), thinking = false): SessionSearch {
  const search = openSearch(path, { thinking });
  open.push(search);
  return search;
}

/** `session:seq` of what is found. */
function found(search: SessionSearch, query: string, options?: FindOptions): readonly string[] {
  return search.search(query, options).map(({ session, seq }) => `${session}:${seq}`);
}

/** Whether a query finds a text that is all there is. */
async function isFound(text: string, query: string): Promise<boolean> {
  const store = sampleStore();
  store.add("s", user(text));
  using search = openSearch(":memory:");
  await search.update(store, ["s"]);
  return search.search(query).length > 0;
}

describe("a query", () => {
  it.each([
    ["fix the Parser", "parser", true],
    ["fix the parser", "PARSER the", true],
    ["fix the parser", "parser lexer", false],
    ["fix the parser", "pars", false],
    ["fix the parser", "pars*", true],
    ["fix the parser", '"the parser"', true],
    ["fix the parser", '"parser the"', false],
    ["fix the parser", "fix -parser", false],
    ["fix the parser", "fix -lexer", true],
    ["fix the parser", 'fix -"the parser"', false],
    ["fix the parser", "-fix", false],
    ["a re-run", "re-run", true],
    ["a re-run", "run", true],
    ["createTranscript(entries)", "transcript", true],
    ["createTranscript(entries)", "createtranscript", true],
    ["createTranscript(entries)", "createTranscript", true],
    ["createTranscript(entries)", "createTr*", true],
    ["createTranscript(entries)", "createtr*", true],
    ["createTranscript(entries)", "transcriptCreate", false],
    ["createtranscript", "createTranscript", true],
    ["parseHTTPResponse", "http", true],
    ["parseHTTPResponse", "HTTPResponse", true],
    ["read_file", "file", true],
    ["read_file and more", "read_file", true],
    ["file to read", "read_file", false],
    ["see src/export/html/page.ts:12", "html/page.ts", true],
    ["see src/export/html/page.ts:12", "page.ts:12", true],
    ["see src/export/html/page.ts:12", "html/other.ts", false],
    ["déjà vu", "deja", true],
    ["deja vu", "Déjà", true],
    ["Straße", "STRASSE", true],
    ["STRASSE ΣΊΣΥΦΟΣ", "σίσυφοσ", true],
    ["会话可以搜索。", "搜索", true],
    ["会话可以搜索。", "索", true],
    ["会话可以搜索。", "索搜", false],
    ["セッションを検索する", "検索", true],
    ["セッションを検索する", "セッション", true],
    ["세션을 검색하다", "검색", true],
    ["mixed 中文text here", "text", true],
    ["ค้นหาข้อความ", "ข้อความ", true],
    ["sha256 of utf8", "utf8", true],
    ['say "hello" AND NOT OR NEAR(x)', "AND NOT near", true],
    ["emoji 🔍 here", "🔍 here", true],
    ["anything", "🔍", false],
    ["anything", "", false],
    ["x".repeat(5000), "x".repeat(5000), true],
  ])("%j asked for %j: %s", async (text, query, isHit) => {
    expect(await isFound(text, query)).toBe(isHit);
  });

  it("is never wrong, whatever it is", async () => {
    const store = sampleStore();
    store.add("s", user("parts: joined AND other words"));
    const search = newSearch();
    await search.update(store, ["s"]);
    const hostile = fc.oneof(
      anyText,
      fc
        .array(
          fc.constantFrom(
            '"',
            "'",
            "-",
            "*",
            "(",
            ")",
            ":",
            "^",
            "+",
            "{",
            "}",
            "AND",
            "OR",
            "NOT",
            "NEAR",
            " ",
          ),
        )
        .map((some) => some.join("")),
      fc
        .array(
          fc.constantFrom(
            "parts",
            "joined:",
            "words",
            '"',
            "*",
            "-",
            ";",
            "\u0000",
            "\\",
            "%",
            "ﷺ",
            "½",
            "İ",
          ),
        )
        .map((some) => some.join(" ")),
    );
    checkProperty(
      fc.property(hostile, (query) => {
        expect(Array.isArray(search.search(query))).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(found(search, "joined")).toEqual(["s:1"]);
  });

  it("finds every word of a text, and says where it stands", async () => {
    const text = fc.oneof(fc.lorem(), anyText);
    await checkProperty(
      fc.asyncProperty(text, fc.nat(), async (said, pick) => {
        const words = said.toWellFormed().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
        const word = words[pick % Math.max(1, words.length)];
        fc.pre(
          word !== undefined && word.length < 64 && word.normalize("NFKD").match(/[\p{L}\p{N}]/u) !== null,
        );
        const store = sampleStore();
        store.add("s", user(said));
        using search = openSearch(":memory:");
        await search.update(store, ["s"]);
        const [hit] = search.search(`"${word}"`);
        expect(hit?.snippet.marks.length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });
});

describe("what is found", () => {
  it("is what was said, called, answered, touched and named", async () => {
    const store = sampleStore();
    store.add(
      "s",
      start("s", { name: "Needle in its name" }),
      user("a needle for the user"),
      {
        kind: "assistant-message",
        request: 1,
        content: [
          { type: "thinking", text: "needle thought" },
          { type: "text", text: "needle answered" },
          { type: "tool-call", id: "c", name: "shell", input: { command: ["grep", { deep: "needle" }] } },
        ],
      },
      {
        kind: "tool-intent",
        callId: "c",
        tool: "edit",
        extension: "developer",
        input: {},
        effect: "writes",
        repeat: "once",
        resources: ["file:/project/needle.ts"],
      },
      result("needle printed"),
      { kind: "name", name: "Another needle", by: "user" },
      { kind: "notice", audience: "both", level: "info", text: "needle noticed" },
    );
    const search = newSearch();
    await search.update(store, ["s"]);
    const roles = search.search("needle").map(({ seq, role, kind }) => `${seq} ${role} ${kind}`);
    expect(roles.toSorted()).toEqual([
      "1 session session-start",
      "2 user user-message",
      "3 assistant assistant-message",
      "3 tool assistant-message",
      "4 file tool-intent",
      "5 tool tool-result",
      "6 session name",
    ]);
    expect(search.search("thought")).toEqual([]);
    expect(found(search, "needle", { role: "file" })).toEqual(["s:4"]);
    const thoughtful = newSearch(undefined, true);
    await thoughtful.update(store, ["s"]);
    expect(found(thoughtful, "thought")).toEqual(["s:3"]);
  });

  it("can be limited to a folder, a time, a role, a session and a number", async () => {
    const store = sampleStore();
    store.add("a", start("a", { cwd: "/project/a" }), user("needle"), assistant("needle"));
    store.add("b", start("b", { cwd: "/project/ab" }), user("needle"));
    store.add("c", start("c", { cwd: "/project/a/deep" }), user("needle"));
    const search = newSearch();
    await search.update(store, store.sessions());
    expect(found(search, "needle", { cwd: "/project/a" }).toSorted()).toEqual(["a:2", "a:3", "c:2"]);
    expect(found(search, "needle", { since: 3000 })).toEqual(["a:3"]);
    expect(found(search, "needle", { role: "assistant" })).toEqual(["a:3"]);
    expect(found(search, "needle", { session: "b" })).toEqual(["b:2"]);
    // Equally good: the newest first.
    expect(found(search, "needle", { limit: 2 })[0]).toBe("a:3");
  });

  it("comes with a piece of the text around the words, marked by where they stand", async () => {
    const store = sampleStore();
    const filler = "nothing to see here. ".repeat(100);
    store.add("s", user(`a needle, ${filler}then <b>needle</b> and readTheThread🔍 together, ${filler}`));
    const search = newSearch();
    await search.update(store, ["s"]);
    const [hit] = search.search("needle readthethread");
    const { text = "", marks = [], isCutBefore, isCutAfter } = hit?.snippet ?? {};
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["needle", "readTheThread"]);
    expect(text.length).toBeLessThan(300);
    expect([isCutBefore, isCutAfter]).toEqual([true, true]);
  });

  it("has its beginning and end searched when it is huge", async () => {
    const store = sampleStore();
    store.add("s", result(`first ${"filler ".repeat(300_000)} last`));
    const search = newSearch();
    await search.update(store, ["s"]);
    expect(found(search, "first last")).toEqual(["s:1"]);
  });
});

describe("an update", () => {
  it("reads only what is new", async () => {
    const store = sampleStore();
    store.add("a", ...Array.from({ length: 2000 }, (_, index) => user(`message ${index}`)));
    store.add("b", user("other"));
    const search = newSearch();
    expect(await search.update(store, store.sessions())).toMatchObject({ sessions: 2, documents: 2001 });
    store.reads = 0;
    store.add("a", user("needle"));
    expect(await search.update(store, store.sessions())).toMatchObject({ sessions: 1, documents: 1 });
    expect(store.reads).toBe(1);
    expect(found(search, "needle")).toEqual(["a:2001"]);
    expect(await search.update(store, store.sessions())).toMatchObject({ sessions: 0, documents: 0 });
    expect(store.reads).toBe(1);
  });

  it("forgets sessions that are gone", async () => {
    const store = sampleStore();
    store.add("a", user("needle"));
    store.add("b", user("needle"));
    const search = newSearch();
    await search.update(store, ["a", "b"]);
    expect(await search.update(store, ["b"])).toMatchObject({ removed: 1 });
    expect(found(search, "needle")).toEqual(["b:1"]);
  });

  it("leaves nothing of what was scrubbed, in the index or its files", async () => {
    const folder = tempFolder();
    const store = sampleStore();
    const filler = Array.from({ length: 300 }, (_, index) => user(`filler number${index}`));
    store.add("a", ...filler, user("the key is hunter2secret ok"), ...filler);
    store.add("b", ...filler);
    const search = newSearch(join(folder, "search.db"));
    await search.update(store, store.sessions());
    expect(found(search, "hunter2secret")).toEqual(["a:301"]);

    const entries = store.journals.get("a") ?? [];
    const { v, seq, at, run } = entries[300]!;
    entries[300] = { v, seq, at, run, ...user("the key is [hidden] ok") };
    store.add("a", { kind: "scrub", entries: 1, blobs: 0 }, user("afterwards"));
    await search.update(store, store.sessions());
    expect(found(search, "hunter2secret")).toEqual([]);
    expect(found(search, "hidden")).toEqual(["a:301"]);
    expect(found(search, "afterwards")).toEqual(["a:603"]);
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
    expect(bytes.join("")).not.toContain("hunter2");
    expect(await search.update(store, store.sessions())).toMatchObject({ sessions: 0 });
  });

  it("indexes a session again that has become shorter", async () => {
    const store = sampleStore();
    store.add("a", user("one"), user("two"));
    const search = newSearch();
    await search.update(store, ["a"]);
    store.journals.set("a", []);
    store.add("a", user("three"));
    await search.update(store, ["a"]);
    expect([found(search, "one"), found(search, "three")]).toEqual([[], ["a:1"]]);
  });

  it("finds what a fork shares with its parent once, in the parent", async () => {
    const store = sampleStore();
    const shared = [user("needle shared"), assistant("yes")];
    store.add("parent", start("parent"), ...shared);
    const parent = { session: "parent", seq: 3 };
    store.add("fork", { ...start("fork"), parent } as EntryBody, ...shared, user("needle of the fork"));
    const search = newSearch();
    await search.update(store, ["fork", "parent"]);
    expect(found(search, "needle").toSorted()).toEqual(["fork:4", "parent:2"]);
    await search.update(store, ["fork"]);
    expect(found(search, "needle").toSorted()).toEqual(["fork:2", "fork:4"]);
  });

  it("of a fork without anything of its own ends", async () => {
    const store = sampleStore();
    store.add("parent", start("parent"), user("needle"));
    store.add(
      "fork",
      { ...start("fork"), parent: { session: "parent", seq: 2 } } as EntryBody,
      user("needle"),
    );
    const search = newSearch();
    await search.update(store, store.sessions());
    expect(found(search, "needle")).toEqual(["parent:2"]);
    expect(await search.update(store, store.sessions())).toMatchObject({ sessions: 0 });
  });

  it("marks what rewinds undo, which the conversation leaves out", async () => {
    await checkProperty(
      fc.asyncProperty(journal, fc.array(fc.nat(60), { maxLength: 5 }), async (generated, targets) => {
        const rewinds = targets.map((target): EntryBody => ({ kind: "rewind", to: target }));
        const store = sampleStore();
        const bodies = generated.map(({ v: _v, seq: _s, at: _a, run: _r, ...body }) => body as EntryBody);
        for (const [index, body] of bodies.entries()) {
          store.add("s", body);
          const rewind = index % 7 === 6 ? rewinds.pop() : undefined;
          if (rewind?.kind === "rewind") store.add("s", { ...rewind, to: Math.min(rewind.to, index) });
        }
        const entries = store.journals.get("s") ?? [];
        using search = openSearch(":memory:");
        // In two steps: a later rewind changes what was indexed before.
        const half = { ...store, lastSeq: () => Promise.resolve(Math.floor(entries.length / 2)) };
        await search.update(half, ["s"]);
        await search.update(store, ["s"]);
        const stands = new Set(effectiveEntries(entries).map(({ seq }) => seq));
        const hits = search.search("ask", { limit: 1000 });
        expect(hits.length).toBe(
          entries.filter(({ kind }) => kind === "user-message").length - steers(entries),
        );
        for (const hit of hits) expect(hit.isRewound).toBe(!stands.has(hit.seq));
      }),
      { numRuns: 40 },
    );
  });

  it("goes on past a session that cannot be read, and says which", async () => {
    const store = sampleStore();
    store.add("a", user("needle"));
    store.add("b", user("needle"));
    const failing = {
      ...store,
      lastSeq: (session: string) =>
        session === "a" ? Promise.reject(new SessionError("damaged", "It is torn.")) : store.lastSeq(session),
    };
    const search = newSearch();
    const updated = await search.update(failing, ["a", "b"]);
    expect(updated.failed).toEqual([{ session: "a", message: "It is torn." }]);
    expect(found(search, "needle")).toEqual(["b:1"]);
  });

  it("that is stopped leaves an index that the next one completes", async () => {
    const store = sampleStore();
    store.add("a", ...Array.from({ length: 3000 }, (_, index) => user(`message ${index}`)));
    const search = newSearch();
    const stop = new AbortController();
    const slow = {
      ...store,
      async *read(...args: Parameters<typeof store.read>) {
        for await (const entry of store.read(...args)) {
          if (entry.seq === 1500) stop.abort();
          yield entry;
        }
      },
    };
    await expect(search.update(slow, ["a"], stop.signal)).rejects.toThrow(/abort/i);
    store.reads = 0;
    await search.update(store, ["a"]);
    expect(store.reads).toBeLessThan(2900);
    expect(search.search("message", { limit: 1000 }).length).toBe(1000);
    expect(found(search, '"message 2999"')).toEqual(["a:3000"]);
  });

  it("called again before it ended comes after", async () => {
    const store = sampleStore();
    store.add("a", ...Array.from({ length: 1500 }, () => user("needle")));
    const search = newSearch();
    const both = await Promise.all([search.update(store, ["a"]), search.update(store, ["a"])]);
    expect(both.map(({ documents }) => documents)).toEqual([1500, 0]);
  });
});

function steers(entries: readonly { readonly kind: string }[]): number {
  return entries.filter((entry) => "from" in entry && entry.from === "steer").length;
}
