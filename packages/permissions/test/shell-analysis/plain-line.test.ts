import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { analyzeCommand, createAnalyzer } from "../../src/shell-analysis/index.ts";

const noParser = () => Promise.reject(new Error("not installed"));
const withoutParsers = createAnalyzer({ bashGrammar: noParser, secondReading: noParser });

/** A line feed changes nothing but that the parsers read it. */
const parsed = (line: string) => analyzeCommand(`${line}\n`);

const known = fc.constantFrom(
  ..."cd ls git rm sudo env xargs bash sh eval exec command builtin nice timeout time source . find -c -exec -p".split(
    " ",
  ),
  ..."if for in do done case select function coproc export unset let declare 2 -- -n -u + - : , @".split(" "),
);
const word = fc.oneof(known, fc.stringMatching(/^[\w./@+,:=-]{1,8}$/));
const blanks = fc.constantFrom(" ", "  ", "\t");
const line = fc
  .tuple(
    fc.constantFrom("", " ", "\t "),
    fc.array(fc.tuple(word, blanks), { minLength: 1, maxLength: 6 }),
    fc.constantFrom("", "# a comment; with $(all) `kinds` of 'text", "#"),
  )
  .map(([before, words, comment]) => before + words.flat().join("") + comment);

it("a plain line is what the parsers read in it", async () => {
  let plain = 0;
  await checkProperty(
    fc.asyncProperty(line, async (text) => {
      const alone = await withoutParsers(text);
      if (alone.problems.some(({ code }) => code === "parser-unavailable")) return;
      plain += 1;
      expect(alone).toEqual(await parsed(text));
    }),
    { numRuns: 3_000 },
  );
  expect(plain).toBeGreaterThan(200);
});

it.each([
  "npm test",
  "git status --short",
  "sleep 0.5 # a moment",
  "  make -j4 CC=gcc\tall ",
  "sudo rm -rf /",
])("%j needs no parser", async (command) => {
  const { problems } = await withoutParsers(command);
  expect(problems.filter(({ code }) => code === "parser-unavailable")).toEqual([]);
});

it.each([
  "a; b",
  "a\nb",
  "A=1 b",
  "a > b",
  "a $b",
  "a 'b'",
  "a *",
  "if a",
  "ls ~",
  "a #b\nc",
  "a{b,c}",
  "a%",
  "größe",
])("%j needs the parsers", async (command) => {
  const codes = (await withoutParsers(command)).problems.map(({ code }) => code);
  expect(codes).toEqual(["parser-unavailable"]);
});
