import type { BigItem, ContextSizes } from "@skein/runtime/context";
import { groupedNumber, counted } from "@skein/protocol";

/** How full the window is and of what, as lines. Not yet clean. */
export function contextLines(sizes: ContextSizes): readonly string[] {
  const { used, sections, biggest } = sizes;
  if (used === 0) return [headOf(sizes)];
  const rows = sections.flatMap(({ name, tokens, items = [] }) => [
    rowOf(`  ${name}`, tokens, used),
    ...shownItems(items).map((item) => rowOf(`    ${item.name}`, item.tokens, used)),
  ]);
  return [
    headOf(sizes),
    "",
    ...rows,
    ...(biggest.length === 0 ? [] : ["", "Biggest", ...biggest.map(lineOf)]),
    "",
    nextOf(sizes),
  ];
}

function headOf({ used, isMeasured, window, threshold }: ContextSizes): string {
  const about = isMeasured || used === 0 ? "" : "About ";
  if (window === undefined) {
    return `${about}${groupedNumber(used)} tokens; how many the model takes is not known: set contextLimit.`;
  }
  const bound =
    threshold === undefined
      ? "compacted only when you ask, or when it does not fit"
      : `compacted from ${groupedNumber(threshold)} (${percent(threshold, window)}) on`;
  return `${about}${groupedNumber(used)} of ${groupedNumber(window)} tokens (${percent(used, window)}), ${bound}`;
}

/** The largest, and the rest in one line. */
function shownItems(items: readonly { readonly name: string; readonly tokens: number }[]) {
  const most = 8;
  if (items.length <= most) return items;
  const rest = items.slice(most - 1);
  const tokens = rest.reduce((sum, item) => sum + item.tokens, 0);
  return [...items.slice(0, most - 1), { name: `${rest.length} more`, tokens }];
}

function rowOf(name: string, tokens: number, used: number): string {
  const short = name.length > 30 ? `${name.slice(0, 29)}…` : name;
  return `${short.padEnd(30)}${groupedNumber(tokens).padStart(12)}${percent(tokens, used).padStart(7)}`;
}

function lineOf({ seq, what, tokens, text }: BigItem): string {
  return `  ${`#${seq} ${what}`.padEnd(28)}${groupedNumber(tokens).padStart(12)}   ${text}`.trimEnd();
}

function nextOf({ next }: ContextSizes): string {
  if (!next) return "There is nothing for a compaction to remove.";
  const { hides, shortens, after } = next;
  const done = [
    ...(hides > 0 ? [`hide ${counted(hides, "message")} behind a summary`] : []),
    ...(shortens > 0 ? [`shorten ${counted(shortens, "result")}`] : []),
  ].join(" and ");
  return `A compaction now would ${done || "shorten the summary"}: about ${groupedNumber(after)} tokens would be left.`;
}

export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return share > 0 && share < 1 ? "<1 %" : `${Math.round(share)} %`;
}
