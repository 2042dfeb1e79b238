import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeText, type Encoding } from "@skein/platform/text";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { readJobOutput } from "../../../src/developer/jobs/job-output.ts";
import { outputFile } from "../../../src/developer/shell/state.ts";
import { outputStream } from "../../../src/developer/shell/output-stream.ts";
import { workbench } from "../workbench.ts";

function encoded(text: string, encoding: Encoding): Buffer {
  const result = encodeText(text, encoding);
  if ("missing" in result) throw new Error(`${encoding} has no code for ${result.missing}`);
  return result.bytes;
}

const rows = [
  ["utf-8", "Größe ✓\n", ""],
  ["utf-8", "\ufeffusing System;\n", ""],
  ["utf-16le", "\ufeffone line\r\nGröße\r\n", ""],
  ["utf-16be", "one line\r\nGröße\r\n", ""],
  ["windows-1252", "the Größe of “it” – naïve façade déjà vu\n", "windows-1252"],
  ["windows-1251", "// Ошибка при чтении файла конфигурации\n", "windows-1251"],
  ["utf-32le", "\ufeffone line\r\nGröße\r\n", ""],
  ["utf-32be", "one line\r\nGröße\r\n", ""],
  ["iso-2022-jp", "設定ファイルの読み込みに失敗しました\n", "iso-2022-jp"],
  ["shift_jis", "設定ファイルの読み込みに失敗しました\n", "shift_jis"],
] as const;

describe.each(rows)("output in %s (%j)", (encoding, text, guess) => {
  const shown = text.replace("\ufeff", "").replaceAll("\r\n", "\n").trimEnd();
  const note = guess === "" ? "" : `\n[The output was read as ${guess}, which is a guess.]`;

  it("of a command is shown as text", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), encoded(text, encoding));
    expect(await bench.says("shell", { command: "cat f" })).toBe(`${shown}${note}`);
    expect(await bench.says("shell", { command: "cat f; exit 3" })).toBe(`${shown}${note}\n[exit code 3]`);
  });

  it("is clipped as text", async () => {
    await using bench = await workbench();
    await writeFile(
      join(bench.cwd, "f"),
      Buffer.concat([encoded(text, encoding), encoded("x\n".repeat(2000), encoding)]),
    );
    const said = await bench.says("shell", { command: "cat f" });
    expect(said.startsWith(shown)).toBe(true);
    expect(said).toContain("[The full output, ");
    expect(said).not.toContain("\ufffd");
  });

  it("is shown as text where it is too large to be read whole", async () => {
    await using bench = await workbench();
    const line = `${shown}\n`;
    const middle = encoded("x\n", encoding).toString("hex");
    const repeat = Math.ceil(1_100_000 / (middle.length / 2));
    const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
    await writeFile(
      join(bench.cwd, "f"),
      Buffer.concat([
        encoded(mark + line, encoding),
        Buffer.from(middle.repeat(repeat), "hex"),
        encoded(`end ${line}`, encoding),
      ]),
    );
    const said = await bench.says("shell", { command: "cat f" });
    expect(said.startsWith(line)).toBe(true);
    expect(said).toContain(`end ${shown}\n[The full output, `);
    expect(said.endsWith(note)).toBe(true);
    expect(said).not.toMatch(/\ufffd|\\x00/);
  });

  it.each([1, 2, 3, 7, 1000])("is shown as text while it is written, %i bytes at a time", async (size) => {
    const stream = outputStream();
    const bytes = encoded(text.repeat(3), encoding);
    let decoded = await stream.decode(bytes.subarray(0, 64), 0);
    for (let at = 64; at < bytes.length; at += size)
      decoded += await stream.decode(bytes.subarray(at, at + size), at);
    expect(decoded.replaceAll("\ufeff", "").replaceAll("\r\n", "\n")).toBe(`${shown}\n`.repeat(3));
  });

  it("of a job is shown as text line by line, from any byte on", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, outputFile);
    const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
    const all = `${shown}\n`.repeat(20);
    const bytes = encoded(mark + all, encoding);
    let [from, read] = [0, ""];
    while (from < bytes.length) {
      await writeFile(file, bytes.subarray(0, Math.min(bytes.length, from + 301)));
      const part = await readJobOutput(folder.path, { from, maxBytes: 100_000, isWhole: false });
      expect(part.next).toBeGreaterThan(from);
      // A line that is not complete is read again.
      read += part.text.slice(0, part.text.lastIndexOf("\n") + 1);
      from = part.next;
    }
    expect(read).toBe(all);
    const tail = await readJobOutput(folder.path, { from: 0, maxBytes: 301, isWhole: true });
    expect(all.endsWith(tail.text)).toBe(true);
    expect(tail.text).toContain(`${shown}\n`);
  });

  it("of a job is shown as text", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), encoded(text, encoding));
    const started = await bench.says("shell", { command: "cat f", background: true });
    const id = /[Jj]ob (\w+)/.exec(started)?.[1] ?? "";
    await expect.poll(() => bench.says("job", { id, from_byte: 0 })).toMatch(/^(?!.*is running)/s);
    expect(await bench.says("job", { id, from_byte: 0 })).toContain(`${shown}${note}\n[Job ${id} `);
  });
});

it("binary output is no text in another encoding", async () => {
  await using bench = await workbench();
  await writeFile(join(bench.cwd, "f"), Buffer.from([0x80, 0xe9, 0x01, 0xff, 0x0a]));
  expect(await bench.says("shell", { command: "cat f" })).toBe("\ufffd\ufffd\\x01\ufffd");
});
