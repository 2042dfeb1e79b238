import { counted, groupedNumber } from "@skein/protocol";
import type { CacheCause, CachedRequest, CacheView } from "@skein/sessions";
import { shortTime } from "@skein/terminal";
import { table } from "@skein/terminal/table";
import { percent } from "./context-lines.ts";

type Commands = CacheTextOptions["commands"];

const columns = [
  { title: "ENTRY", align: "right" },
  { title: "WHEN" },
  { title: "SENT", align: "right" },
  { title: "READ", align: "right" },
  { title: "HIT", align: "right" },
  { title: "COST", align: "right" },
  { title: "WHY NOT", isFlexible: true },
] as const;

export interface CacheTextOptions {
  /** Columns. */
  readonly width: number;
  readonly now: Date;
  /** What to type to see every reason, and to find out why a vendor drops its cache. */
  readonly commands: { readonly showCache: string; readonly diagnostics: string };
}

/** A request a line, and what to make of them. */
export function cacheText(view: CacheView, { width, now, commands }: CacheTextOptions): string {
  if (view.requests.length === 0) return "No model has been asked yet.\n";
  const rows = view.requests.map((request) => rowOf(request, now));
  const blocks = [reasonsOf(view.requests, commands), cacheSentences(view, commands)].filter(
    (lines) => lines.length > 0,
  );
  return `${table(columns, rows, width)}${blocks.map((lines) => `\n${lines.join("\n")}\n`).join("")}`;
}

function rowOf({ seq, at, usage, total, hitShare, missed, missedUsd, misses }: CachedRequest, now: Date) {
  return [
    String(seq),
    shortTime(at, now),
    total === undefined ? "?" : groupedNumber(total),
    usage.cacheRead === undefined ? "?" : groupedNumber(usage.cacheRead),
    hitShare === undefined ? "" : percent(hitShare, 1),
    missed === 0 ? "" : missedUsd === undefined ? "?" : dollars(missedUsd),
    misses.map(({ cause }) => names[cause]).join(", "),
  ];
}

const mostReasons = 12;
const mostEntries = 5;

/** Why requests missed the cache, in full; those with the same reason in one line. */
function reasonsOf(requests: readonly CachedRequest[], { showCache }: Commands): readonly string[] {
  const reasons = Map.groupBy(
    requests.filter(({ missed }) => missed > 0),
    ({ misses }) => misses.map(({ reason }) => reason).join(" "),
  );
  const lines = [...reasons].map(([reason, all]) => `${entriesText(all)} ${reason}`);
  const more = lines.length - mostReasons;
  return more > 0 ? [...lines.slice(0, mostReasons), `${more} more: \`${showCache}\` has all.`] : lines;
}

/** `#5, #9`; of many the first ones, and how many more. */
function entriesText(requests: readonly CachedRequest[]): string {
  const shown = requests.slice(0, mostEntries).map(({ seq }) => `#${seq}`);
  const more = requests.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function cacheSentences(view: CacheView, { diagnostics }: Commands): readonly string[] {
  const { usage, readShare, requests, savedUsd, missed, causes } = view;
  if (readShare === undefined) return ["The vendor does not say what it read from a cache."];
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = usage;
  const read = `${percent(readShare, 1)} of ${groupedNumber(input + cacheRead + cacheWrite)} tokens sent were read from a cache`;
  const failed = requests.filter((request) => request.missed > 0).length;
  const worst = causes.find((cause) => cause.missed > 0);
  return [
    `${read}${savedText(savedUsd)}.`,
    failed === 0
      ? "Whatever had been sent before was read from it."
      : `${counted(failed, "request")} missed the cache for ${groupedNumber(missed)} tokens that had been sent before, ${missCost(view)}.`,
    ...(worst ? [`Most of that: ${names[worst.cause]}. ${adviceOn(worst.cause, diagnostics)}`.trim()] : []),
  ];
}

function missCost({ requests, missedUsd }: CacheView): string {
  if (missedUsd === undefined) return "at a cost that is not known";
  const isWhole = requests.every((request) => request.missed === 0 || request.missedUsd !== undefined);
  return `for ${isWhole ? "" : "at least "}${dollars(missedUsd)} more than hits would have cost`;
}

function savedText(savedUsd: number | undefined): string {
  if (!savedUsd) return "";
  if (savedUsd > 0) return `, which saved ${dollars(savedUsd)}`;
  return `; writing it cost ${dollars(-savedUsd)} more than that saved`;
}

const names: Readonly<Record<CacheCause, string>> = {
  first: "first request",
  model: "other model",
  context: "other tools or text",
  compaction: "a compaction",
  elision: "shorter results",
  rewind: "going back",
  idle: "a pause",
  short: "too little to cache",
  unknown: "not known",
};

const advice: Readonly<Record<CacheCause, string>> = {
  first: "",
  model: "A cache belongs to one model: change it between tasks rather than within one.",
  context:
    "Keep extensions, hints and modes as they are within a session; a server whose list changes costs this each time.",
  compaction: "That is paid once, and later requests are shorter. A higher compactAt makes it rarer.",
  elision: "That is paid once, and later requests are shorter. A higher compactAt makes it rarer.",
  rewind: "What still stands is read from a cache again from the next request on.",
  idle: "Vendors keep a cache for 5 minutes to an hour. For something new, begin a new session: it is shorter.",
  short: "",
  unknown: "Vendors drop caches when they are busy.",
};

function adviceOn(cause: CacheCause, diagnostics: string): string {
  return cause === "unknown"
    ? `${advice[cause]} If it goes on, \`${diagnostics}\` helps to find out why.`
    : advice[cause];
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}
