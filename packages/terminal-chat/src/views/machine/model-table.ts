import type { DescribedModel } from "@skein/host/providers";
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
