import { wholeNumber, type Parsed } from "@skein/command-line";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { recipeTestFlags } from "@skein/command-line/command-flags";
import { ConfigError, exitCodes, counted } from "@skein/protocol";
import { caseRunner, findTestFiles, requireConsents, watchTests } from "@skein/command-line/recipe-tests";
import { recipeTrust } from "@skein/settings";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { knownProviders } from "../providers.ts";
import { readHashes } from "../recipe/read-hashes.ts";
import { abortOnSignals } from "../signals.ts";
import { cleanText } from "@skein/terminal";
import { cannedModels } from "./canned-models.ts";
import { testQuestions } from "@skein/terminal-chat/recipes";
import { testRound, type RoundOptions } from "./test-round.ts";
import { promptsHere } from "../prompts.ts";
import { failedResult } from "../output/failed-result.ts";
import { sayError } from "../output/say-error.ts";
import { note } from "../print.ts";

export const main = defineCommand({
  name: "recipe test",
  help: {
    title: "run the tests beside recipes, with a scripted model",
    usage: ["[FILE|FOLDER…] [flags]"],
    text: `Runs the cases of *.test.yaml files, of this folder when none is named: the recipe, its tools, checks and
sub-recipes are real, in an empty workspace for each case; the model says what the test says. No key is needed.
It ends with 0 when all is as expected, 6 when something is not (with --mutate: when something survives), and 2
when a test file cannot be used.

A test file stands beside its recipe, as review.test.yaml:

  recipe: review.yaml
  model:
    turns:
      - calls: [{ name: write, input: { path: review.md, content: Fine } }]
      - text: Done.
  cases:
    - name: writes a review
      expect:
        calls: [write]
        files: { review.md: { equals: Fine } }`,
    examples: [
      "skein recipe test",
      "skein recipe test recipes/review.test.yaml --filter plan --watch",
      "skein recipe test recipes --junit results.xml",
      "skein recipe test recipes --mutate",
      "skein recipe test recipes --trust            in the CI of your own repository",
    ],
  },
  flags: recipeTestFlags,
  words: Infinity,
  run: async (flags, words) => {
    const options = await roundOptions(flags);
    const named = words.length === 0 ? ["."] : words;
    using stop = abortOnSignals();
    const { signal } = stop;
    try {
      if (!flags.watch)
        return await testRound(await findTestFiles(thisMachine(), named, options.cwd), options, signal);
      return await watchTests(
        thisMachine(),
        {
          words: named,
          cwd: options.cwd,
          round: (files, onDependencies) => watchedRound(files, { ...options, onDependencies }, signal),
          onWait: (files) => note(`Watching ${counted(files, "file")} of tests; Ctrl-C ends it.`),
        },
        signal,
      );
    } catch (error) {
      if (!signal.aborted || stop.exitCode() === exitCodes.done) throw error;
      return stop.exitCode();
    }
  },
});

type TestFlags = Parsed<typeof recipeTestFlags>;

async function roundOptions(flags: TestFlags): Promise<RoundOptions> {
  refuseTogether(flags);
  const cwd = process.cwd();
  const asJson = flags.json ?? false;
  const { trust = false } = flags;
  const trustHashes = readHashes(flags["trust-hash"]);
  const machine = thisMachine();
  const store = recipeTrust(machine.directories.data);
  const canAsk = process.stdin.isTTY && process.stderr.isTTY && !asJson;
  const ask = canAsk ? testQuestions(await promptsHere()) : undefined;
  return {
    cwd,
    filter: flags.filter,
    parallel: readParallel(flags.parallel),
    mutate: flags.mutate ?? false,
    asJson,
    junit: flags.junit === undefined ? undefined : resolve(cwd, flags.junit),
    agree: async (cases) => {
      if (!trust) await requireConsents(machine, cases, { cwd, trustHashes, ask, store });
    },
    runCase: caseRunner(machine, {
      providers: Object.keys(knownProviders),
      models: cannedModels,
      cwd,
      warn: sayOnce(),
      isTrusted: async (hash) => trust || trustHashes.includes(hash) || store.has(hash),
    }),
  };
}

/** What goes wrong in one round does not keep the next from being run. */
async function watchedRound(
  files: readonly string[],
  options: RoundOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    await testRound(files, options, signal);
  } catch (error) {
    signal.throwIfAborted();
    sayError((await failedResult(error)).error, process.stderr);
  }
}

/** Throws `ConfigError` for flags that cannot both be done. */
function refuseTogether({ watch, mutate, junit, json }: TestFlags): void {
  const pairs = [
    { isGiven: watch && json, names: "--watch and --json", why: "What is watched is shown to people." },
    { isGiven: mutate && junit !== undefined, names: "--mutate and --junit", why: "Survivors are no cases." },
  ];
  for (const { isGiven, names, why } of pairs) {
    if (isGiven)
      throw new ConfigError("usage", `${names} do not go together.`, { hint: `${why} Leave one out.` });
  }
}

function readParallel(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  return wholeNumber("parallel", text, { most: 9_999, hint: "Give a whole number, 1 or more." });
}

/** Cases of one recipe would all say the same. */
function sayOnce(): (sentence: string) => void {
  const said = new Set<string>();
  return (sentence) => {
    if (said.has(sentence)) return;
    said.add(sentence);
    process.stderr.write(`skein: ${cleanText(sentence)}\n`);
  };
}
