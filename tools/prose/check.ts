import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { decisionProblems } from "./decisions.ts";
import { glossaryProblems } from "./glossary.ts";
import { offencesIn } from "./offences.ts";
import { exceeded, lowered } from "./ratchet.ts";
import type { Ratchet } from "./ratchet.ts";
import { firstPages, lackingWords, readmeWords, searchedWords } from "./searched-words.ts";
import { readTexts } from "./texts.ts";

// node tools/prose/check.ts            words that newcomers search for are there, denied words do not become more
// node tools/prose/check.ts --list PART…   every denied word of these parts, with its line and what to write instead
// node tools/prose/check.ts --write        lowers the ratchet to what is there
// node tools/prose/check.ts --moved        the same after texts have moved between parts: a row may rise, their sum may not
// node tools/prose/check.ts --reset        sets it to what is there: only together with a new row in denied-words.ts
const ratchetFile = "tools/prose/ratchet.json";
const [option, ...parts] = process.argv.slice(2);

const offences = new Map([...readTexts(".")].map(([part, texts]) => [part, offencesIn(texts)]));
const counts = new Map([...offences].map(([part, found]) => [part, found.length]));
const ratchet = JSON.parse(readFileSync(ratchetFile, "utf8")) as Ratchet;

if (option === "--list") for (const part of parts) list(part);
else if (option === "--write") write(lowered(ratchet, counts));
else if (option === "--moved" && sum([...counts.values()]) <= sum(Object.values(ratchet))) write(present());
else if (option === "--reset") write(present());
else check();

function check(): void {
  const over = exceeded(ratchet, counts);
  for (const part of over) {
    list(part);
    console.log(
      `${part}: ${counts.get(part)} denied words, ${ratchet[part] ?? 0} allowed; replace the new ones.\n`,
    );
  }
  const missing = [...missingWords(), ...glossaryProblems("."), ...decisionProblems(".")];
  for (const problem of missing) console.log(problem);
  const left = sum([...counts.values()]);
  if (over.length + missing.length === 0) console.log(`Prose is sound: ${left} denied words are left.`);
  process.exitCode = over.length + missing.length === 0 ? 0 : 1;
}

function missingWords(): string[] {
  const pages = [
    ...firstPages.map((path) => [path, searchedWords] as const),
    ...Object.entries(readmeWords).map(([name, words]) => [`packages/${name}/README.md`, words] as const),
  ];
  return pages.flatMap(([path, words]) => {
    const page = existsSync(path) ? readFileSync(path, "utf8") : "";
    return lackingWords(page, words).map(
      (word) => `${path}: does not say "${word}"; newcomers search for it`,
    );
  });
}

function present(): Ratchet {
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function list(part: string): void {
  for (const { path, line, found, instead } of offences.get(part) ?? [])
    console.log(`${path}:${line}: "${found}"; instead: ${instead}`);
}

function write(rows: Ratchet): void {
  const sorted = Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify(sorted, undefined, 2)}\n`;
  if (text !== readFileSync(ratchetFile, "utf8")) writeFileSync(ratchetFile, text);
}
