import { rateNames, type CatalogChange, type PlannedCatalog } from "@skein/host/providers";
import { counted } from "@skein/protocol";
import { table } from "@skein/terminal/table";
import { thousands } from "./thousands.ts";

/** What a refresh of the list of models changes: new models are counted, others listed. */
export function changedModelsText(planned: readonly PlannedCatalog[], width: number): string {
  const rows = planned.flatMap(({ provider, changes }) =>
    changes
      .filter(({ kind }) => kind !== "new")
      .flatMap((change) =>
        differences(change).map(([what, before, after]) => [provider, change.model, what, before, after]),
      ),
  );
  const summary = planned.map(summaryOf).join("");
  return rows.length === 0 ? summary : `${table(columns, rows, width)}${summary}`;
}

const columns = [
  { title: "PROVIDER" },
  { title: "MODEL", isFlexible: true },
  { title: "WHAT" },
  { title: "HERE", align: "right" },
  { title: "LISTED", align: "right" },
] as const;

function summaryOf({ provider, count, changes }: PlannedCatalog): string {
  const fresh = changes.filter(({ kind }) => kind === "new").length;
  return `${provider}: ${counted(count, "model")}, ${fresh} new, ${changes.length - fresh} changed\n`;
}

type Difference = readonly [what: string, before: string, after: string];

function differences({ before, after }: CatalogChange): readonly Difference[] {
  const rates = rateNames.map((name): Difference => {
    const [was, is] = [before.price?.[name], after.price?.[name]];
    return [`$ ${rateWords[name]}`, dollars(was), dollars(is ?? was)];
  });
  const { limits: old } = before;
  const { limits: now } = after;
  const others: readonly Difference[] = [
    ["context", thousands(old.contextTokens), thousands(now.contextTokens ?? old.contextTokens)],
    ["output", thousands(old.outputTokens), thousands(now.outputTokens ?? old.outputTokens)],
    ["images", yesOrNo(old.images), yesOrNo(now.images ?? old.images)],
    ["efforts", words(before.efforts), words(after.efforts ?? before.efforts)],
    ["PDFs", yesOrNo(old.pdfs), yesOrNo(now.pdfs ?? old.pdfs)],
    ["$ of long prompts", tiers(before), tiers(after.price?.tiers ? after : before)],
  ];
  return [...rates, ...others].filter(([, was, is]) => was !== is);
}

const rateWords = { input: "in", output: "out", cacheRead: "cache read", cacheWrite: "cache write" } as const;

function dollars(rate: number | undefined): string {
  return rate === undefined ? "?" : String(rate);
}

function words(efforts: readonly string[] | undefined): string {
  return efforts === undefined ? "?" : efforts.join(" ");
}

function yesOrNo(can: boolean | undefined): string {
  return can === undefined ? "?" : can ? "yes" : "no";
}

function tiers({ price }: CatalogChange["before"]): string {
  const said = (price?.tiers ?? []).map(
    ({ input, output, aboveInputTokens }) => `${input}/${output} above ${thousands(aboveInputTokens)}`,
  );
  return said.join(", ") || "–";
}
