import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { runUserCommand } from "../src/processes/run-user-command.ts";
import { runCommand } from "../src/recipes/run-command.ts";

const { signal } = new AbortController();

/** In hexadecimal: this package encodes nothing. */
const rows: readonly (readonly [encoding: string, bytes: string, shown: string, isGuess: boolean])[] = [
  ["utf-8", Buffer.from("Größe ✓\n").toString("hex"), "Größe ✓", false],
  ["utf-16le", Buffer.from("\ufeffGröße ✓\n", "utf16le").toString("hex"), "Größe ✓", false],
  ["utf-16le", Buffer.from("no mark, no guess\n", "utf16le").toString("hex"), "no mark, no guess", false],
  [
    "windows-1252",
    Buffer.from("the Größe of naïve façade déjà vu\n", "latin1").toString("hex"),
    "the Größe of naïve façade déjà vu",
    true,
  ],
  [
    "windows-1252",
    Buffer.from("the last Größe has no line end", "latin1").toString("hex"),
    "the last Größe has no line end",
    true,
  ],
  ["iso-2022-jp", Buffer.from("\x1b$B@_Dj%U%!%$%k\x1b(B\n").toString("hex"), "設定ファイル", true],
];

describe.each(rows)("output in %s (%s)", (encoding, bytes, shown, isGuess) => {
  const whole = isGuess ? `${shown}\n[The output was read as ${encoding}, which is a guess.]` : shown;

  it("of a command of the user is shown as text, at once and in the end", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "f"), Buffer.from(bytes, "hex"));
    let reported = "";
    const onOutput = (text: string) => void (reported += text);
    const environment = { PATH: process.env["PATH"] };
    const end = await runUserCommand({ text: "cat f", cwd: folder.path, environment, onOutput }, signal);
    expect(end).toEqual({ how: { code: 0 }, output: whole, isCut: false });
    expect(reported.trimEnd()).toBe(shown);
  });

  it("of a check is shown as text", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "f"), Buffer.from(bytes, "hex"));
    const environment = { PATH: process.env["PATH"] ?? "" };
    const command = {
      shell: ["/bin/sh", "-c"],
      text: "cat f",
      cwd: folder.path,
      environment,
      timeoutMs: 60_000,
    };
    expect(await runCommand(command, signal)).toEqual({ how: { code: 0 }, output: whole });
  });
});
