import type { DescribedModel, KeptCatalog } from "@skein/host/providers";
import { table } from "@skein/terminal/table";
import { thousands } from "./thousands.ts";

/** What a provider offers: tokens, and US dollars per million tokens; `?` where it is not known. */
export function modelTable(models: readonly DescribedModel[], width: number): string {
  const columns = [
    { title: "MODEL", isFlexible: true },
    { title: "CONTEXT", align: "right" },
    { title: "OUTPUT", align: "right" },
    { title: "$ IN", align: "right" },
    { title: "$ OUT", align: "right" },
  ] as const;
  const rows = models.map(({ id, limits, price }) => [
    id,
    thousands(limits.contextTokens),
    thousands(limits.outputTokens),
    price === undefined ? "?" : String(price.input),
    price === undefined ? "?" : String(price.output),
  ]);
  return table(columns, rows, width);
}

/** What the table's numbers are, and from where: the vendor, Skein, or a list that was fetched. */
export function modelTableNote(fetched: Pick<KeptCatalog, "source" | "fetchedAt"> | undefined): string {
  const units = "Tokens; US dollars per million tokens. ?: not known.";
  if (fetched === undefined) return units;
  return `${units}\nWhat the provider does not say itself is from ${fetched.source}, fetched on ${fetched.fetchedAt.slice(0, 10)}.`;
}
