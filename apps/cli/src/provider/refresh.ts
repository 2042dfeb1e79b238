import { refreshCatalog as refreshed, type PlannedCatalog } from "@skein/host/providers";
import type { Parsed } from "@skein/command-line";
import type { providerRefreshFlags } from "@skein/command-line/command-flags";
import { counted } from "@skein/protocol";
import { widthOf } from "@skein/terminal/table";
import { changedModelsText } from "@skein/terminal-chat/machine";
import { thisMachine } from "../machine.ts";
import { note, printJson, warn } from "../print.ts";
import { learnProviders, providerRegistry } from "../providers.ts";
import { agree } from "../wording/agree.ts";

type Flags = Parsed<typeof providerRefreshFlags> & { readonly json?: boolean };

/** Fetches what models can and cost, shows what that changes, and keeps it. */
export async function refreshCatalog({ from, yes = false, json = false, ...flags }: Flags): Promise<number> {
  for (const warning of await learnProviders(process.cwd())) warn(warning);
  const { "dry-run": isDryRun = false } = flags;
  const done = await refreshed(
    { machine: thisMachine(), providers: providerRegistry },
    {
      from,
      isDryRun,
      reading: (source) => note(`Reading ${source} …`),
      async mayLower(count, planned) {
        if (!json) say(planned);
        const question = `Use ${counted(count, "price")} lower than those that come with Skein?`;
        return (await agree({ question, isAgreed: yes || count === 0, isDryRun, asJson: json })) === "done";
      },
    },
  );
  if (json) printJson(done);
  else if (isDryRun) note("Nothing was changed: this was --dry-run.");
  else if (!done.lowersPrices)
    note(`${counted(done.lowerPrices, "lower price")} not used. Add --yes to use them.`);
  return 0;
}

function say(planned: readonly PlannedCatalog[]): void {
  for (const { problems } of planned) for (const problem of problems) warn(`Not used: ${problem}.`);
  process.stdout.write(changedModelsText(planned, widthOf(process.stdout)));
}
