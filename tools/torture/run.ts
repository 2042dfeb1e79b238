import { availableParallelism } from "node:os";
import { tableOf } from "../pairs/table.ts";
import { tortureCases } from "./cases.ts";
import { tryCase, type Tried } from "./try-case.ts";
import { tryServers } from "./try-servers.ts";

// node tools/torture/run.ts [WORD…]: streams and arguments from bug reports, each served to `skein run` with tools that
// leave marks; then bad MCP servers, each with the memory that it costs. 0: each ended as it must, nothing ran that was cut
// off or broken, and no server cost more memory than it may.
const words = process.argv.slice(2);
const all = tortureCases();
const cases = all.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)));
if (cases.length === 0)
  console.log("Skipped: the streams from bug reports are not there (SKEIN_FIXTURES names their folder).");

const tried: Tried[] = [];
const waiting = [...cases];
const lane = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) tried.push(await tryCase(next));
};
await Promise.all(Array.from({ length: Math.min(4, availableParallelism() + 1) }, lane));

const sorted = cases.map(({ id }) => tried.find((one) => one.id === id)!);
if (cases.length > 0)
  console.log(
    tableOf([
      ["case", "outcome", "exit code", "requests", "ran", "as it must be"],
      ...sorted.map(({ id, outcome, exitCode, requests, ran, problems }) => [
        id,
        outcome,
        ...[exitCode, requests, ran].map(String),
        problems.length === 0 ? "yes" : problems.join("; "),
      ]),
    ]),
  );
const wrong = tried.filter(({ problems }) => problems.length > 0).length;
console.log(`${cases.length} cases, ${wrong} not as they must be\n`);

const bad = await tryServers(words);
process.exitCode = wrong + bad === 0 ? 0 : 1;
