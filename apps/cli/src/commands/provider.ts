import { flagHelp } from "@skein/command-line";
import { ConfigError } from "@skein/protocol";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import { providerAddFlags, providerFlags } from "../arguments/flags.ts";

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

const command = groupCommands("provider", help, providerFlags);

export const main = commandGroup("provider", help, {
  list: command(async ({ json = false }) => (await import("../provider/list.ts")).listProviders(json)),
  check: command(
    async ({ json = false }, [id]) => (await import("../provider/check.ts")).checkProvider(id, json),
    { words: 1 },
  ),
  models: command(
    async ({ json = false }, [id]) => (await import("../provider/models.ts")).listModels(id, json),
    { words: 1 },
  ),
  add: groupCommands(
    "provider",
    help,
    providerAddFlags,
  )(
    async (flags, [file]) => {
      if (file === undefined && flags["base-url"] === undefined) {
        throw new ConfigError("usage", "What is to be added?", {
          hint: "Name a file with a definition, or say it: skein provider add --name NAME --base-url URL",
        });
      }
      return (await import("../provider/add.ts")).addProvider(file, flags);
    },
    { words: 1 },
  ),
  login: command(async (_, [id]) => (await import("../provider/login.ts")).logIn(id), {
    needs: ["The ID of a provider"],
  }),
});
