import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { failureOf, workbench } from "./workbench.ts";

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
      "10\tline 10\n11\tline 11\n[lines 10 to 11 of 5,000; go on with from: 12]",
    );
    expect(await bench.says("read", { path: "a.txt", from: 4999 })).toBe(
      "4999\tline 4999\n5000\tline 5000\n[lines 4999 to 5000 of 5,000]",
    );
    const first = (await bench.says("read", { path: "a.txt" })).split("\n");
    expect(first.at(-1)).toBe("[lines 1 to 1000 of 5,000; go on with from: 1001]");
    expect(await bench.says("read", { path: "a.txt", from: 6000 })).toContain("It has 5,000 lines.");
  });

  it("shows no more than fits, and long lines only in part", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "wide.txt"), `${"ä".repeat(50_000)}\n`.repeat(100));
    const said = await bench.says("read", { path: "wide.txt" });
    expect(Buffer.byteLength(said)).toBeLessThan(53_000);
    expect(said).toMatch(/^1\tä{1000} \[… 98,000 bytes of this line left out\]\n2\t/);
    expect(said).toMatch(/\n\[lines 1 to 24 of 100; go on with from: 25\]$/);
  });

  it("stays small on a line of 500 MB and a file of 3 GB", async () => {
    await using bench = await workbench();
    const path = join(bench.cwd, "huge.txt");
    const file = openSync(path, "w");
    writeSync(file, "begin ".repeat(2000));
    ftruncateSync(file, 3 * 1024 ** 3);
    closeSync(file);
    const before = process.memoryUsage().rss;
    const said = await bench.says("read", { path: "huge.txt" });
    expect(said).toMatch(/^1\tbegin begin/);
    expect(said.length).toBeLessThan(3000);
    expect(said).toContain("of more than");
    expect(await bench.says("read", { path: "huge.txt", from: 2 })).toContain("too big to read so far in");
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it("says what a binary file is instead of showing it", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a.bin"), Buffer.from([1, 0, 2]));
    await writeFile(join(bench.cwd, "a.pdf"), "%PDF-1.7 …");
    await writeFile(join(bench.cwd, "a.utf16"), Buffer.from("\ufeffhello", "utf16le"));
    expect(await bench.says("read", { path: "a.bin" })).toBe(
      `${bench.cwd}/a.bin is not shown: .bin file, 3 bytes.`,
    );
    expect(await bench.says("read", { path: "a.pdf" })).toContain("application/pdf");
    expect(await bench.says("read", { path: "a.utf16" })).toContain("iconv");
  });

  it("shows images, unless they are too big for a model", async () => {
    await using bench = await workbench();
    const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100)]);
    await writeFile(join(bench.cwd, "small.png"), png);
    await writeFile(join(bench.cwd, "big.png"), Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]));
    expect(await bench.call("read", { path: "small.png" })).toEqual({
      content: [{ type: "image", mediaType: "image/png", data: png.toString("base64") }],
    });
    expect(await bench.says("read", { path: "big.png" })).toContain("is not shown: image/png, 6,291,");
  });

  it("answers an empty file, BOM and invalid UTF-8", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "empty"), "");
    await writeFile(join(bench.cwd, "odd"), Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x0a]));
    expect(await bench.says("read", { path: "empty" })).toBe("[The file is empty.]");
    expect(await bench.says("read", { path: "odd" })).toBe("1\t\ufeffa\ufffd\n[1 line, all shown]");
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
