import { flagHelp } from "../arguments/flag-help.ts";
import { providerFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { refuseWords, subcommand } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";

const help = `skein provider: who can answer, and whether they do

Usage
  skein provider list           the providers, and whether their keys are found
  skein provider check [ID]     one cheap request that proves key and address
  skein provider models [ID]    the models that the provider offers, with limits and prices

Without ID it is the provider that \`skein run\` would take.

Examples
  skein provider check && skein run -t "hello"
  skein provider models --json | jq -r '.models[].id'

Flags
${flagHelp(providerFlags)}

Exit codes
  0 done · 2 no such provider, no key · 3 the provider could not be reached or refused
`;

export const main: Command = async (args) => {
  const { name, rest } = subcommand("provider", ["list", "check", "models"], args);
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
  }
};
