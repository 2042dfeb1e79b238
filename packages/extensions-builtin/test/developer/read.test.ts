import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { pdfOf } from "@skein/test-kit";
import { failureOf, workbench, type Workbench } from "./workbench.ts";

/** The lines of each page, without their numbers, as the notes lead on. */
async function pagesOf(bench: Workbench, path: string, outputBytes: number): Promise<string[]> {
  const pages: string[] = [];
  for (let from: number | undefined = 1; from !== undefined;) {
    const said = await bench.says("read", { path, from }, { outputBytes });
    expect(Buffer.byteLength(said)).toBeLessThanOrEqual(outputBytes + 100);
    if (said === "[The file is empty.]") break;
    const lines = said.split("\n");
    pages.push(...lines.slice(0, -1).map((line) => line.replace(/^\d+\t/, "")));
    const next: string | undefined = /continue with from: (\d+)/.exec(lines.at(-1) ?? "")?.[1];
    from = next === undefined ? undefined : Number(next);
  }
  return pages;
}

describe("read of a PDF", () => {
  const pdf = pdfOf([
    "One.",
    "",
    ...Array.from({ length: 28 }, (_, at) => `${at}`.padEnd(20, ".").concat("\n").repeat(50)),
  ]);

  it("shows whole pages, and where to go on", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a.pdf"), pdf);
    const first = await bench.says("read", { path: "a.pdf" });
    expect(first).toMatch(
      /^\[page 1\]\nOne\.\n\n\[page 2\]\n\(no text: a scan or a drawing\)\n\n\[page 3\]\n0\.\.\./,
    );
    expect(first).toMatch(/\n\[pages 1 to 1\d of 30; continue with from: 1\d\]$/);
    expect(Buffer.byteLength(first)).toBeLessThanOrEqual(12_288);
    const some = await bench.says("read", { path: "a.pdf", from: 2, lines: 1 });
    expect(some).toBe("[page 2]\n(no text: a scan or a drawing)\n[page 2 of 30; continue with from: 3]");
    expect(await bench.says("read", { path: "a.pdf", from: -1 })).toMatch(/\[page 30 of 30\]$/);
  });

  it("fails with the reason", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a.pdf"), pdf);
    await writeFile(join(bench.cwd, "torn.pdf"), pdf.subarray(0, 60));
    const beyond = await bench.call("read", { path: "a.pdf", from: 31 });
    expect(failureOf(beyond)).toMatchObject({
      message: "There is no page 31 to read.",
      hint: "It has 30 pages.",
    });
    const torn = await bench.call("read", { path: "torn.pdf" });
    expect(failureOf(torn)).toMatchObject({ message: "The PDF cannot be read: it is damaged." });
  });
});

describe("read", () => {
  it("numbers the lines and says that it is all", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a.txt"), "one\r\ntwo\nthree");
    expect(await bench.says("read", { path: "a.txt" })).toBe(
      "1\tone\n2\ttwo\n3\tthree\n[3 lines, all shown]",
    );
  });

  it("gives a part and says how to go on", async () => {
    await using bench = await workbench();
    await writeFile(
      join(bench.cwd, "a.txt"),
      Array.from({ length: 5000 }, (_, i) => `line ${i + 1}\n`).join(""),
    );
    expect(await bench.says("read", { path: "a.txt", from: 10, lines: 2 })).toBe(
      "10\tline 10\n11\tline 11\n[lines 10 to 11 of 5,000; continue with from: 12]",
    );
    expect(await bench.says("read", { path: "a.txt", from: 4999 })).toBe(
      "4999\tline 4999\n5000\tline 5000\n[lines 4999 to 5000 of 5,000]",
    );
    const first = await bench.says("read", { path: "a.txt" });
    expect(first).toMatch(/\n\[lines 1 to 938 of 5,000; continue with from: 939\]$/);
    expect(Buffer.byteLength(first)).toBeLessThanOrEqual(12_288);
    const more = (await bench.says("read", { path: "a.txt", lines: 2000 }, { outputBytes: 51_200 })).split(
      "\n",
    );
    expect(more.at(-1)).toBe("[lines 1 to 2000 of 5,000; continue with from: 2001]");
    expect(await bench.says("read", { path: "a.txt", from: 6000 })).toContain("It has 5,000 lines.");
  });

  it("shows no more than fits, and long lines only in part", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "wide.txt"), `${"ä".repeat(50_000)}\n`.repeat(100));
    const said = await bench.says("read", { path: "wide.txt", lines: 1000 }, { outputBytes: 16_384 });
    expect(Buffer.byteLength(said)).toBeLessThanOrEqual(16_384);
    expect(said).toMatch(/^1\tä{1000} \[… 98,000 bytes of this line left out\]\n2\t/);
    expect(said).toMatch(
      /\n\[lines 1 to 7 of 100; continue with from: 8; the rest of line 1: from: 1, skip_bytes: 2000\]$/,
    );
    const large = await bench.says("read", { path: "wide.txt", lines: 1000 }, { outputBytes: 51_200 });
    expect(large).toContain("[lines 1 to 23 of 100;");
  });

  it("shows a line longer than any string in part, and reaches its end", async () => {
    await using bench = await workbench();
    const path = join(bench.cwd, "huge.txt");
    const file = openSync(path, "w");
    writeSync(file, "begin ".repeat(2000));
    ftruncateSync(file, 1024 ** 3 + 1);
    writeSync(file, "\nlast but one\nlast\n", 1024 ** 3 + 1);
    closeSync(file);
    const said = await bench.says("read", { path: "huge.txt" });
    expect(said).toMatch(/^1\tbegin begin/);
    expect(said.length).toBeLessThan(3000);
    expect(said).toContain("of more than");
    expect(await bench.says("read", { path: "huge.txt", from: 2 })).toContain("too big to read so far in");
    expect(await bench.says("read", { path: "huge.txt", from: -2 })).toBe(
      "-2\tlast but one\n-1\tlast\n[lines -2 to -1, the end]",
    );
  });

  it("reads the end, and numbers it from the start", async () => {
    await using bench = await workbench();
    await writeFile(
      join(bench.cwd, "a.txt"),
      Array.from({ length: 5000 }, (_, i) => `line ${i + 1}\n`).join(""),
    );
    expect(await bench.says("read", { path: "a.txt", from: -2 })).toBe(
      "4999\tline 4999\n5000\tline 5000\n[lines 4999 to 5000 of 5,000]",
    );
    expect(await bench.says("read", { path: "a.txt", from: -2, lines: 1 })).toBe(
      "4999\tline 4999\n[line 4999 of 5,000; continue with from: 5000]",
    );
    expect(await bench.says("read", { path: "a.txt", from: -9000, lines: 2 })).toContain(
      "1\tline 1\n2\tline 2\n",
    );
  });

  it("pages through any text: the pages together are the file", async () => {
    await using bench = await workbench();
    const path = join(bench.cwd, "any.txt");
    await checkProperty(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom("a", "ö", "€", "🔍", "\t"), maxLength: 30 }), {
          maxLength: 12,
        }),
        fc.constantFrom("", "\n"),
        fc.integer({ min: 320, max: 400 }),
        async (lines, end, outputBytes) => {
          const text = lines.join("\n") + end;
          await writeFile(path, text.repeat(3));
          const pages = await pagesOf(bench, path, outputBytes);
          expect(pages.join("\n")).toBe(text.repeat(3).replace(/\n$/, ""));
        },
      ),
      { numRuns: 30 },
    );
  });

  it("pages through one long line to its end", async () => {
    await using bench = await workbench();
    const line = Array.from({ length: 30_000 }, (_, i) => `${i}ö🔍`).join("");
    const path = join(bench.cwd, "line.txt");
    await writeFile(path, `first\n${line}\nlast\n`);
    let read = "";
    let pages = 0;
    for (let skip: number | undefined = 0; skip !== undefined; pages++) {
      const said = await bench.says(
        "read",
        { path, from: 2, lines: 1, skip_bytes: skip },
        { outputBytes: 20_000 },
      );
      expect(Buffer.byteLength(said)).toBeLessThanOrEqual(20_000);
      const [, text = "", next] = /^2\t(.*)\n\[line 2.*?(?:skip_bytes: (\d+)|from: 3)\]$/s.exec(said) ?? [];
      read += text;
      skip = next === undefined ? undefined : Number(next);
    }
    expect(read).toBe(line);
    expect(pages).toBeLessThan(30);
    expect(await bench.says("read", { path, skip_bytes: 9 })).toBe("Line 1 has 5 bytes.");
  });

  it("says what a binary file is instead of showing it", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a.bin"), Buffer.from([1, 0, 2]));
    await writeFile(join(bench.cwd, "a.pdf"), "%PDF-1.7 …");
    await writeFile(join(bench.cwd, "a.utf16"), Buffer.from("\ufeffhello", "utf16le"));
    expect(await bench.says("read", { path: "a.bin" })).toBe(
      `${bench.cwd}/a.bin is not shown: .bin file, 3 bytes.`,
    );
    expect(await bench.says("read", { path: "a.pdf" })).toContain("it is damaged");
    await writeFile(join(bench.cwd, "a.broken"), Buffer.from("\ufeffhello\ud800", "utf16le"));
    expect(await bench.says("read", { path: "a.broken" })).toBe(
      "1\thello\ufffd\n[1 line, all shown; utf-16le]",
    );
  });

  it("shows text in other encodings, and says which", async () => {
    await using bench = await workbench();
    const put = (bytes: Buffer) => writeFile(join(bench.cwd, "f"), bytes);
    await put(Buffer.from("\ufeffüber\r\nzwei", "utf16le"));
    expect(await bench.says("read", { path: "f" })).toBe("1\tüber\n2\tzwei\n[2 lines, all shown; utf-16le]");
    await put(Buffer.from("plain text", "utf16le").swap16());
    expect(await bench.says("read", { path: "f" })).toBe("1\tplain text\n[1 line, all shown; utf-16be]");
    await put(Buffer.from("caf\u00e9\n\x80", "latin1"));
    expect(await bench.says("read", { path: "f", from: 2 })).toBe(
      "2\t€\n[lines 2 to 2 of 2; windows-1252 is a guess: if characters are wrong, pass encoding]",
    );
  });

  it("shows the cells of a notebook with their outputs", async () => {
    await using bench = await workbench();
    const cells = [
      { cell_type: "markdown", source: ["# Title\n", "text"] },
      {
        cell_type: "code",
        source: "1 + 1",
        outputs: [
          { data: { "text/plain": ["2"], "image/png": "iVBO" } },
          { ename: "NameError", evalue: "x" },
          { text: "y".repeat(3000) },
        ],
      },
    ];
    await writeFile(join(bench.cwd, "a.ipynb"), JSON.stringify({ cells }));
    const said = await bench.says("read", { path: "a.ipynb" });
    expect(said.replace(/y{100,}/, "yyy")).toMatchInlineSnapshot(`
      "1	[cell 1: markdown]
      2	# Title
      3	text
      4	
      5	[cell 2: code]
      6	1 + 1
      7	[output]
      8	2
      9	[image/png is not shown]
      10	[output]
      11	NameError: x
      12	[output]
      13	yyy
      14	[… 1,000 characters more]
      [14 lines, all shown; the cells of a notebook; for its JSON use cat]"
    `);
    await writeFile(join(bench.cwd, "b.ipynb"), "not JSON");
    expect(await bench.says("read", { path: "b.ipynb" })).toBe("1\tnot JSON\n[1 line, all shown]");
  });

  it("shows images, unless they are damaged or too big", async () => {
    await using bench = await workbench();
    const head = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02";
    const png = Buffer.concat([Buffer.from(head, "latin1"), Buffer.alloc(100)]);
    await writeFile(join(bench.cwd, "small.png"), png);
    await writeFile(join(bench.cwd, "broken.png"), Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]));
    await writeFile(join(bench.cwd, "big.png"), Buffer.concat([png, Buffer.alloc(33 * 1024 * 1024)]));
    expect(await bench.call("read", { path: "small.png" })).toEqual({
      content: [{ type: "image", mediaType: "image/png", data: png.toString("base64") }],
    });
    expect(await bench.says("read", { path: "broken.png" })).toContain(
      "[An image was left out: image/png, 6,291,",
    );
    expect(await bench.says("read", { path: "big.png" })).toContain("is not shown: image/png, 34,603,");
  });

  it("answers an empty file, BOM and invalid UTF-8", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "empty"), "");
    await writeFile(join(bench.cwd, "odd"), Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x0a]));
    expect(await bench.says("read", { path: "empty" })).toBe("[The file is empty.]");
    expect(await bench.says("read", { path: "odd" })).toBe("1\ta\ufffd\n[1 line, all shown]");
  });

  it("refuses what is not a file, without waiting for it", async () => {
    await using bench = await workbench();
    execFileSync("mkfifo", [join(bench.cwd, "pipe")]);
    const server = createServer().listen(join(bench.cwd, "socket"));
    await once(server, "listening");
    await mkdir(join(bench.cwd, "folder"));
    expect(failureOf(await bench.call("read", { path: "pipe" }))).toMatchObject({
      message: `${bench.cwd}/pipe is a named pipe, not a file.`,
    });
    expect(await bench.says("read", { path: "socket" })).toContain("is a socket");
    expect(await bench.says("read", { path: "/dev/zero" })).toContain("is a device");
    expect(await bench.says("read", { path: "folder" })).toContain("Use tree");
    server.close();
  });

  it("leads from a path that is not there to one that may be meant", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "Config.yaml"), "");
    expect(await bench.says("read", { path: "config.yml" })).toBe(
      `There is no ${bench.cwd}/config.yml.\nIts folder has Config.yaml.`,
    );
    expect(await bench.says("read", { path: "nowhere/x" })).toContain("Use tree or search");
    expect(await bench.says("read", { path: "~/no-such-file-here" })).toContain(
      join(homedir(), "no-such-file-here"),
    );
  });

  it("shows a name on one line, and refuses one that no system takes", async () => {
    await using bench = await workbench();
    expect(await bench.says("read", { path: "a\n\u001b[31mb" })).toContain("a\\n\\x1b[31mb");
    expect(await bench.says("read", { path: "a\0b" })).toContain("NUL");
    expect(await bench.says("read", { path: "x".repeat(300) })).toContain("too long");
  });
});
