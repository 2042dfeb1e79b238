import { flagHelp } from "@skein/command-line";
import { ConfigError } from "@skein/protocol";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import { providerAddFlags, providerFlags, providerRefreshFlags } from "@skein/command-line/command-flags";
import {
  loadProviderAdd,
  loadProviderCheck,
  loadProviderList,
  loadProviderLogin,
  loadProviderModels,
  loadProviderRefresh,
} from "../later.ts";

const addFlags = {
  name: { value: "NAME", description: "The word for --provider; default: what the file says" },
  ...providerAddFlags,
} as const;

const help = `skein provider: who can answer, and whether they do

Usage
  skein provider list           the providers, and whether their keys are found
  skein provider check [ID]     one cheap request that proves key and address
  skein provider models [ID]    the models that the provider offers, with limits and prices
  skein provider refresh [flags]
                                fetch prices and limits of models, and show what changes
  skein provider add FILE       keep a definition of a provider: JSON or YAML, also Goose's
  skein provider add --name NAME --base-url URL [flags]
                                the same for a server that speaks a known wire
  skein provider login ID       log in on the vendor's page, by a code or in a browser
  skein provider logout ID      remove what the login stored
  skein provider status         the logins: which account, until when

Without ID it is the provider that \`skein run\` would take.

Examples
  skein provider check && skein run -t "hello"
  skein provider models --json | jq -r '.models[].id'
  skein provider add --name lab --base-url http://lab:8000 --model big --try

Flags
${flagHelp(providerFlags)}

Flags of \`refresh\`
${flagHelp(providerRefreshFlags)}

Flags of \`add\`
${flagHelp(addFlags)}

Exit codes
  0 done · 2 no such provider, no key · 3 the provider could not be reached or refused
`;

const command = groupCommands("provider", help, providerFlags);
const named = { needs: ["The ID of a provider"] } as const;

export const main = commandGroup("provider", help, {
  list: command(async ({ json = false }) => (await loadProviderList()).listProviders(json)),
  check: command(async ({ json = false }, [id]) => (await loadProviderCheck()).checkProvider(id, json), {
    words: 1,
  }),
  models: command(async ({ json = false }, [id]) => (await loadProviderModels()).listModels(id, json), {
    words: 1,
  }),
  refresh: groupCommands("provider", help, { ...providerFlags, ...providerRefreshFlags })(async (flags) =>
    (await loadProviderRefresh()).refreshCatalog(flags),
  ),
  add: groupCommands(
    "provider",
    help,
    addFlags,
  )(
    async (flags, [file]) => {
      if (file === undefined && flags["base-url"] === undefined) {
        throw new ConfigError("usage", "What is to be added?", {
          hint: "Name a file with a definition, or say it: skein provider add --name NAME --base-url URL",
        });
      }
      return (await loadProviderAdd()).addProvider(file, flags);
    },
    { words: 1 },
  ),
  login: command(async (_, [id]) => (await loadProviderLogin()).logIn(id), named),
  logout: command(async (_, [id]) => (await loadProviderLogin()).logOut(id), named),
  status: command(async ({ json = false }) => (await loadProviderLogin()).showLogins(json)),
});
