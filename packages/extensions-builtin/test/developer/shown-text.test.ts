import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import { escapeHidden, isFailure } from "@skein/protocol";
import { decodeText, encodeText, encodings, unitBytes, type Encoding } from "@skein/platform/text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { workbench, wordsOf, type Workbench } from "./workbench.ts";

/** Characters of which each encoding has some. */
const characters = Array.from("az<\\é€Жя日本語中文한글ΩŠ\u{1F600}");
const notSeen = Array.from("\u200B\uFEFF\u00AD\u202E\u200D\uFE0F\u001B\u0001\u007F\u0085\r\u{E0041}");
const escapes = ["\\x1b", "\\u{feff}", "\\u{200b}", "\\r", "\\x", "\uFFFD"];

function encoded(text: string, encoding: Encoding): Buffer {
  const result = encodeText(text, encoding);
  if ("missing" in result) throw new Error(`${encoding} has no code for ${result.missing}`);
  return result.bytes;
}

/** Bytes of a piece of a line, without a line feed and without NUL bytes. */
function piecesIn(encoding: Encoding): fc.Arbitrary<Buffer> {
  const has = (text: string) => "bytes" in encodeText(text, encoding);
  const text = fc.constantFrom(...[...characters, ...notSeen, ...escapes].filter(has));
  return fc.oneof(
    { weight: 5, arbitrary: text.map((each) => encoded(each, encoding)) },
    { weight: 1, arbitrary: strays(encoding) },
  );
}

/** Bytes that mean nothing: half a character of UTF-16 or UTF-32, else one byte. */
function strays(encoding: Encoding): fc.Arbitrary<Buffer> {
  const surrogate = fc.integer({ min: 0xd800, max: 0xdfff });
  switch (encoding) {
    case "utf-16le":
    case "utf-16be":
      return surrogate.map((unit) => encoded(String.fromCharCode(unit), encoding));
    case "utf-32le":
      return surrogate.map((unit) => Buffer.of(unit & 0xff, unit >> 8, 0, 0));
    case "utf-32be":
      return surrogate.map((unit) => Buffer.of(0, 0, unit >> 8, unit & 0xff));
    default:
      return fc.integer({ min: 0x80, max: 0xff }).map((byte) => Buffer.of(byte));
  }
}

interface TestFile {
  readonly lines: readonly { readonly before: Buffer; readonly after: Buffer; readonly end: Buffer }[];
  readonly mark: Buffer;
  readonly rest: Buffer;
}

function filesIn(encoding: Encoding): fc.Arbitrary<TestFile> {
  const part = fc.array(piecesIn(encoding), { maxLength: 5 }).map((parts) => Buffer.concat(parts));
  const end = fc.constantFrom("\n", "\r\n", "\r\n").map((each) => encoded(each, encoding));
  const lines = fc.array(fc.record({ before: part, after: part, end }), { minLength: 1, maxLength: 5 });
  const isUnicode = encoding.startsWith("utf-") || encoding === "gb18030";
  return fc.record({
    lines: fc
      .tuple(lines, fc.boolean())
      .map(([all, isOpen]) =>
        all.map((line, index) =>
          isOpen && index === all.length - 1 ? { ...line, end: Buffer.alloc(0) } : line,
        ),
      ),
    mark: fc.constantFrom("", isUnicode ? "\uFEFF" : "").map((mark) => encoded(mark, encoding)),
    rest: fc.constantFrom(Buffer.alloc(0), unitBytes(encoding) > 1 ? Buffer.of(7) : Buffer.alloc(0)),
  });
}

interface ShownChange {
  readonly shown: (line: string, tag: string) => string;
  readonly stored: (line: TestFile["lines"][number], tag: Buffer, encoding: Encoding) => readonly Buffer[];
}

const changes: Readonly<Record<string, ShownChange>> = {
  "text at both ends": {
    shown: (line) => `X${line}Y`,
    stored: ({ before, after }, tag, encoding) => [
      encoded("X", encoding),
      tag,
      before,
      tag,
      after,
      encoded(".Y", encoding),
    ],
  },
  "text inside": {
    shown: (line, tag) => line.replace(new RegExp(`(${tag}.*)${tag}`, "s"), "$1new"),
    stored: ({ before, after }, tag, encoding) => [
      tag,
      before,
      encoded("new", encoding),
      after,
      encoded(".", encoding),
    ],
  },
  "text at the end, with a line": {
    shown: (line) => `${line}\nmore`,
    stored: ({ before, after, end }, tag, encoding) => [
      tag,
      before,
      tag,
      after,
      encoded(".", encoding),
      end.length === 0 ? encoded("\n", encoding) : end,
      encoded("more", encoding),
    ],
  },
};

/** The lines as they are sent to the model. */
async function shownLines(
  bench: Workbench,
  stated: { readonly encoding?: Encoding },
): Promise<readonly string[]> {
  const sent = escapeHidden(await bench.says("read", { path: "f", ...stated }));
  return sent
    .split("\n")
    .slice(0, -1)
    .map((line) => line.slice(line.indexOf("\t") + 1));
}

/** What a changed line must have: its bytes. Escape sequences between its characters may be fewer than before. */
async function contentOf(line: Buffer, encoding: Encoding): Promise<string> {
  return encoding === "iso-2022-jp" ? (await decodeText(line, encoding)).text : line.toString("hex");
}

const cases = encodings.flatMap((encoding) => [
  { encoding, how: "stated", stated: { encoding } },
  // Others may be taken for an encoding in which ASCII has other bytes.
  ...(unitBytes(encoding) > 1 ? [] : [{ encoding, how: "detected", stated: {} }]),
]);

describe.each(cases)("a file in $encoding, which is $how", ({ encoding, stated }) => {
  it.each(Object.entries(changes))("is changed by what was shown: %s", async (kind, change) => {
    await using bench = await workbench();
    await checkProperty(
      fc.asyncProperty(filesIn(encoding), fc.nat(), async ({ lines, mark, rest }, pick) => {
        // A carriage return in front of a line feed is part of the line end.
        const dot = encoded(".", encoding);
        const tagOf = (index: number) => encoded(`<${index}>`, encoding);
        const stored = lines.map(({ before, after, end }, index) =>
          Buffer.concat([tagOf(index), before, tagOf(index), after, dot, end]),
        );
        await writeFile(join(bench.cwd, "f"), Buffer.concat([mark, ...stored, rest]));
        const shown = await shownLines(bench, stated);
        expect(shown).toHaveLength(lines.length);

        const index = pick % lines.length;
        const old = shown[index] ?? "";
        const line = lines[index];
        if (!line) throw new Error("no line");
        // Two line ends, of which the first one is not the file's: another one is added where the file has no line end.
        fc.pre(kind !== "text at the end, with a line" || line.end.length > 0);
        const outcome = await bench.call("edit", {
          path: "f",
          old_text: old,
          new_text: change.shown(old, `<${index}>`),
          ...stated,
        });
        if (isFailure(outcome)) throw new Error(wordsOf("edit", outcome));
        const file = readFileSync(join(bench.cwd, "f"));
        const before = Buffer.concat([mark, ...stored.slice(0, index)]);
        const after = Buffer.concat([...stored.slice(index + 1), rest]);
        const end = file.length - after.length;
        expect(file.subarray(0, before.length).toString("hex")).toBe(before.toString("hex"));
        expect(file.subarray(end).toString("hex")).toBe(after.toString("hex"));
        const expected = Buffer.concat([...change.stored(line, tagOf(index), encoding), line.end]);
        expect(await contentOf(file.subarray(before.length, end), encoding)).toBe(
          await contentOf(expected, encoding),
        );
      }),
      { numRuns: 3 },
    );
  });
});
