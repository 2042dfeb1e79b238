import { ConfigError } from "@skein/protocol";
import { text } from "node:stream/consumers";
import { type Parsed, onlyGiven } from "@skein/command-line";
import type { configureFlags } from "@skein/command-line/command-flags";
import { firstWithKey, knownProvider, providerRegistry } from "../providers.ts";
import { tryAnswers, type ConfigureAnswers, type CurrentConfig } from "@skein/command-line/configure";
import { checkAnswers } from "./check-answers.ts";
import { thisMachine } from "../machine.ts";

type Flags = Parsed<typeof configureFlags>;

interface Chosen {
  /** Whom the answers are about; `undefined` when they are the same for all. */
  readonly provider: string | undefined;
  readonly answers: ConfigureAnswers;
  readonly notes: readonly string[];
}

/** Everything from the command line, tried unless that is forbidden. Throws `ConfigError` and `ProviderError`. */
export async function chooseByFlags(flags: Flags, current: CurrentConfig): Promise<Chosen> {
  const key = flags["key-stdin"] ? await readKey() : undefined;
  const { provider: named, model, mode, fast, lead, planner, "base-url": baseUrl } = flags;
  const given = { provider: named, model, mode, fast, lead, planner, baseUrl, key };
  const answers: ConfigureAnswers = onlyGiven(given);
  checkAnswers(answers);
  // A mode means the same for every provider, and what a role names is first asked when it is needed: nothing to try.
  if ([named, model, baseUrl, key].every((value) => value === undefined))
    return { provider: undefined, answers, notes: [] };
  const provider = named ?? current.provider ?? (await firstWithKey());
  if (provider === undefined) {
    throw new ConfigError("usage", "Which provider?", { hint: "Name it with --provider ID." });
  }
  const known = knownProvider(provider);
  if (
    named !== undefined &&
    model === undefined &&
    named !== current.provider &&
    known.defaultModel === undefined
  )
    throw new ConfigError("usage", `Which model of ${named}?`, { hint: "Name it with --model ID." });
  if (key !== undefined && known.keyVariables.length === 0)
    throw new ConfigError("usage", `${provider} takes no key.`, { hint: "Leave --key-stdin out." });
  return {
    provider,
    answers,
    notes: flags["no-check"]
      ? []
      : await tryAnswers(thisMachine(), providerRegistry, { ...answers, id: provider }),
  };
}

async function readKey(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  throw new ConfigError("usage", "--key-stdin reads the key from a pipe or file, and this is a terminal.", {
    hint: "Run `skein configure` without flags to paste it unseen.",
  });
}
