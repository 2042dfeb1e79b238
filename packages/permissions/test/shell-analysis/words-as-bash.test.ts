import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sampleValues } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { analyzeCommand } from "../../src/shell-analysis/index.ts";

const run = promisify(execFile);

const piece = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_.,:=+@%^/-]{1,6}$/),
  fc.stringMatching(/^'[ -&(-~]{0,8}'$/),
  fc.stringMatching(/^"[ !#%-[\]^_a-~]{0,8}"$/),
  fc.stringMatching(/^\\[ -~]$/),
  fc.constantFrom(
    String.raw`"\$x"`,
    String.raw`"a\"b"`,
    String.raw`"\\"`,
    String.raw`"\a"`,
    "{",
    "}",
    "{}",
    "[",
    "]",
    "#",
    "!",
    "~",
    "$",
  ),
);
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));

it("words that are called literal are what bash makes of them", async () => {
  const lines = sampleValues(
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `printf '%s\\0' first ${words.join(" ")}`),
    600,
  );
  let compared = 0;
  const batches: { readonly line: string; readonly words: readonly string[] }[] = [];
  for (const line of lines) {
    const { segments, problems } = await analyzeCommand(line);
    const args = segments[0]?.args.slice(1) ?? [];
    if (problems.length > 0 || segments.length !== 1 || args.some(({ expansions }) => expansions.length > 0))
      continue;
    compared += 1;
    batches.push({ line, words: args.map(({ text }) => text) });
  }
  const script = batches.map(({ line }) => `${line}\nprintf '\\1'`).join("\n");
  const { stdout } = await run("bash", ["--noprofile", "--norc", "-c", script], {
    cwd: "/",
    maxBuffer: 10_000_000,
  });
  const printed = stdout.split("\u0001").map((part) => part.split("\0").slice(0, -1));
  for (const [index, { line, words }] of batches.entries())
    expect({ line, words: printed[index] }).toEqual({ line, words });
  expect(compared).toBeGreaterThan(200);
});
