import type { CommandTable } from "@skein/command-line";
import { knownWords, type KnownKind, type KnownWord } from "@skein/command-line/completion";
import { cleanText } from "@skein/terminal";
import { completeWords, type Completions } from "@skein/command-line/completion";
import { defineCommand } from "../arguments/command-line.ts";
import { shells } from "../completion/shells.ts";
import { thisMachine } from "../machine.ts";
import { summaries } from "../help.ts";
import { loadProviders } from "../later.ts";

/** How the scripts of `@bomb.sh/tab` are told what the shell may add. */
const directives = { nothing: 4, files: 0, folders: 16 } as const;

export const main = defineCommand({
  name: "complete",
  help: {
    title: "what could be typed next, for the script of skein completion",
    usage: ["-- [WORDS…]"],
    text: "A word a line, a tab and what it is; the last line says whether names of files fit as well.",
    examples: ["skein complete -- run --mode ''"],
  },
  flags: {},
  words: Infinity,
  run: async (_flags, words, commands) => {
    process.stdout.write(asLines(await completions(words, commands)));
  },
});

/** What there is of a kind here. */
async function known(kind: KnownKind | "shells"): Promise<readonly KnownWord[]> {
  if (kind === "shells") return shells.map((word) => ({ word }));
  const { providerRegistry: providers } = await loadProviders();
  return knownWords(kind, { machine: thisMachine(), providers, cwd: process.cwd() });
}

/** Who presses a key is not shown errors: a word of which nothing can be said is left as it is. */
async function completions(words: readonly string[], commands: CommandTable): Promise<Completions> {
  try {
    return await completeWords(words, { commands, summaries, known });
  } catch {
    return { words: [] };
  }
}

function asLines({ words, paths }: Completions): string {
  const lines = words.map(
    ({ word, about = "" }) => `${cleanText(word)}\t${cleanText(about).replaceAll(/\s+/g, " ")}`,
  );
  return [...lines, `:${directives[paths ?? "nothing"]}`, ""].join("\n");
}
