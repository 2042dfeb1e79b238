import { existsSync, readFileSync } from "node:fs";
import { decisionProblems } from "./decisions.ts";
import { glossaryProblems } from "./glossary.ts";
import { offencesIn } from "./offences.ts";
import { firstPages, lackingWords, readmeWords, searchedWords } from "./searched-words.ts";
import { readTexts } from "./texts.ts";

// node tools/prose/check.ts: words that newcomers search for are there, denied words are nowhere
const denied = offencesIn(readTexts("."));
for (const { path, line, found, instead } of denied)
  console.log(`${path}:${line}: "${found}"; instead: ${instead}`);
const missing = [...missingWords(), ...glossaryProblems("."), ...decisionProblems(".")];
for (const problem of missing) console.log(problem);
if (denied.length + missing.length > 0) process.exitCode = 1;
else console.log("Prose is sound: no denied words, and the searched ones are there.");

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
