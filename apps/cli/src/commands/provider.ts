import { ConfigError } from "@skein/protocol";
import { flagHelp } from "../arguments/flag-help.ts";
import { providerAddFlags, providerFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { refuseWords, subcommand } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";

const help = `skein provider: who can answer, and whether they do

Usage
  skein provider list           the providers, and whether their keys are found
  skein provider check [ID]     one cheap request that proves key and address
  skein provider models [ID]    the models that the provider offers, with limits and prices
  skein provider add FILE       keep a definition of a provider: JSON or YAML, also Goose's
  skein provider add --name NAME --base-url URL [flags]
                                the same for a server that speaks a known wire
  skein provider login ID       get a key by a code that you enter on the vendor's page

Without ID it is the provider that \`skein run\` would take.

Examples
  skein provider check && skein run -t "hello"
  skein provider models --json | jq -r '.models[].id'
  skein provider add --name lab --base-url http://lab:8000 --model big --try

Flags
${flagHelp(providerFlags)}

Flags of \`add\`
${flagHelp(providerAddFlags)}

Exit codes
  0 done · 2 no such provider, no key · 3 the provider could not be reached or refused
`;

const subcommands = ["list", "check", "models", "add", "login"] as const;

async function provider(args: readonly string[]): Promise<number> {
  const { name, rest } = subcommand("provider", subcommands, args);
  if (name === "add") return add(rest);
  const { flags, words } = parseFlags("provider", providerFlags, rest);
  if (flags.help) {
    process.stdout.write(help);
    return 0;
  }
  const asJson = flags.json ?? false;
  refuseWords("provider", words, name === "list" ? 0 : 1);
  const [id] = words;
  switch (name) {
    case "list":
      return (await import("../provider/list.ts")).listProviders(asJson);
    case "check":
      return (await import("../provider/check.ts")).checkProvider(id, asJson);
    case "models":
      return (await import("../provider/models.ts")).listModels(id, asJson);
    case "login":
      return (await import("../provider/login.ts")).logIn(id);
  }
}

export const main: Command = Object.assign(provider, { subcommands });

async function add(args: readonly string[]): Promise<number> {
  const { flags, words } = parseFlags("provider", providerAddFlags, args);
  if (flags.help) {
    process.stdout.write(help);
    return 0;
  }
  refuseWords("provider", words, 1);
  const [file] = words;
  if (file === undefined && flags["base-url"] === undefined) {
    throw new ConfigError("usage", "What is to be added?", {
      hint: "Name a file with a definition, or say it: skein provider add --name NAME --base-url URL",
    });
  }
  return (await import("../provider/add.ts")).addProvider(file, flags);
}
