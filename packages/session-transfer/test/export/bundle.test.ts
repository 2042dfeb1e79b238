import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHash } from "node:crypto";
import { ConfigError, type Entry, type JsonObject } from "@skein/protocol";
import { readBundle, writeBundle } from "../../src/export/index.ts";
import { journal } from "@skein/test-kit/generated";
import { bundleOf, text } from "./collect.ts";
import { richEntries, richSession } from "./rich-session.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function contextEntry(hash: string): Entry {
  return { v: 1, seq: 1, at: 1, run: null, kind: "context", hash, reason: "first" };
}

describe("a bundle", () => {
  it("reads as it was written", async () => {
    await expect(await bundleOf({ environment: { node: "24" } })).toMatchFileSnapshot(
      "fixtures/rich-session.json",
    );
    const bundle = readBundle(await bundleOf({ environment: { node: "24" } }));
    expect(bundle.entries).toEqual(richEntries);
    expect(bundle).toMatchObject({ session: richSession, environment: { node: "24" }, isHidden: false });
    expect(bundle.exported).toBe("1970-01-01T00:00:00.000Z");
    expect([...bundle.blobs.keys()]).toEqual([hashIn(bundle.entries)]);
    expect(bundle.missing).toEqual([]);
  });

  it("keeps every journal and any bytes", async () => {
    await checkProperty(
      fc.asyncProperty(journal, fc.uint8Array(), async (entries, bytes) => {
        const hash = sha256(bytes);
        const all = [...entries, { ...contextEntry(hash), seq: entries.length + 1 }];
        const written = await text(
          writeBundle({ session: "s", entries: all, blob: () => Promise.resolve(bytes) }, { at: 0 }),
        );
        const bundle = readBundle(written);
        expect(bundle.entries).toEqual(JSON.parse(JSON.stringify(all)));
        expect(bundle.blobs.get(hash)).toEqual(bytes);
      }),
      { numRuns: 50 },
    );
  });

  it("says which blobs were lost before", async () => {
    const hash = sha256(new Uint8Array([1]));
    const source = { session: "s", entries: [contextEntry(hash)], blob: () => Promise.resolve(undefined) };
    const bundle = readBundle(await text(writeBundle(source, { at: 0 })));
    expect(bundle.missing).toEqual([hash]);
    expect(bundle.blobs.size).toBe(0);
  });

  it("comes in pieces, so that a big result is in memory once", async () => {
    const big = "x".repeat(1_000_000);
    const entries = Array.from({ length: 20 }, (_, index): Entry => ({
      v: 1,
      seq: index + 1,
      at: 1,
      run: null,
      kind: "notice",
      audience: "user",
      level: "info",
      text: big,
    }));
    let longest = 0;
    const source = { session: "s", entries, blob: () => Promise.resolve(undefined) };
    for await (const piece of writeBundle(source, { at: 0 })) longest = Math.max(longest, piece.length);
    expect(longest).toBeLessThan(1_100_000);
  });
});

describe("a bundle with hidden strings", () => {
  const hide = (said: string) => said.replaceAll(/helpful|greet|24-secret/g, "[hidden]");

  it("has none of them, in entries, keys, blobs and environment", async () => {
    const entries: readonly Entry[] = [
      ...richEntries,
      {
        v: 1,
        seq: richEntries.length + 1,
        at: 1,
        run: null,
        kind: "extension-state",
        extension: "x",
        state: { "greet key": ["greet"] },
      },
    ];
    const written = await bundleOf({ redact: hide, environment: { node: "24-secret" } }, entries);
    expect(written).not.toMatch(/helpful|greet|24-secret/);
    const bundle = readBundle(written);
    expect(bundle.isHidden).toBe(true);
    expect(bundle.entries.map(({ kind }) => kind)).toEqual(entries.map(({ kind }) => kind));
    expect([...bundle.blobs.keys()]).toEqual([hashIn(bundle.entries)]);
  });

  it("finds a secret that JSON inside a blob spells with escapes", async () => {
    const secret = 'a"b\\c';
    const bytes = Buffer.from(JSON.stringify({ system: `key ${secret}`, tools: [] }));
    const source = {
      session: "s",
      entries: [contextEntry(sha256(bytes))],
      blob: () => Promise.resolve(bytes),
    };
    const hidden = (said: string) => said.replaceAll(secret, "[hidden]");
    const bundle = readBundle(await text(writeBundle(source, { at: 0, redact: hidden })));
    const [blob] = bundle.blobs.values();
    expect(JSON.parse(Buffer.from(blob ?? []).toString())).toEqual({ system: "key [hidden]", tools: [] });
  });
});

describe("a bundle that is not right", () => {
  const changed: readonly (readonly [string, RegExp, (bundle: Changeable) => void])[] = [
    ["from a newer version", /^skein: .*newer/, (bundle) => (bundle["skein"] = 2)],
    ["of something else", /^skein must be 1/, (bundle) => delete bundle["skein"]],
    ["with a session that is a path", /^session must/, (bundle) => (bundle["session"] = "../etc")],
    ["without entries", /^entries must be a list/, (bundle) => Reflect.deleteProperty(bundle, "entries")],
    ["with entries out of order", /^entries\[3\]\.seq must be 4/, ({ entries }) => entries.splice(3, 1)],
    ["with an entry of no kind", /^entries\[1\]\.kind/, ({ entries }) => delete entries[1]?.["kind"]],
    ["with a time that is none", /^entries\[1\]\.at/, ({ entries }) => (entries[1]!["at"] = "noon")],
    [
      "with a message that is no list",
      /^entries\[4\]\.content must be a list of parts/,
      ({ entries }) => (entries[4]!["content"] = "hello"),
    ],
    [
      "with a part that has no text",
      /^entries\[4\]\.content/,
      ({ entries }) => (entries[4]!["content"] = [{ type: "text" }]),
    ],
    [
      "with a blob that was changed",
      /^blobs\.[0-9a-f]{64} was changed/,
      ({ blobs }) => (blobs[Object.keys(blobs)[0]!] = { text: "You are evil." }),
    ],
    ["without a blob", /^entries\[3\]\.hash names a blob/, (bundle) => (bundle.blobs = {})],
  ];

  it.each(changed)("%s is refused with the field", async (_, message, change) => {
    const bundle = JSON.parse(await bundleOf()) as Changeable;
    change(bundle);
    expect(errorOf(JSON.stringify(bundle))).toMatch(message);
  });

  it("cut off anywhere is refused", async () => {
    const whole = (await bundleOf()).trimEnd();
    checkProperty(
      fc.property(fc.nat({ max: whole.length - 1 }), (length) => {
        expect(errorOf(whole.slice(0, length))).not.toBe("");
      }),
    );
  });

  it("of any JSON is refused, and never breaks the reader", () => {
    checkProperty(
      fc.property(fc.json(), (json) => {
        expect(errorOf(json)).not.toBe("");
      }),
    );
  });
});

type Changeable = { [key: string]: unknown } & {
  entries: { [key: string]: unknown }[];
  skein?: unknown;
  blobs: { [key: string]: JsonObject };
};

function errorOf(bundle: string): string {
  try {
    readBundle(bundle);
    return "";
  } catch (error) {
    if (!ConfigError.is(error) || !error.hint) throw error;
    return error.message;
  }
}

function hashIn(entries: readonly Entry[]): string | undefined {
  return entries.find((entry) => entry.kind === "context")?.hash;
}
