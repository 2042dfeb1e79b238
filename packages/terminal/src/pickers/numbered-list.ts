import type { Picked, PickList } from "./pick-list.ts";

/** A list for a terminal that only writes lines: its items with numbers. Foreign text, not yet clean. */
export function numberedList({ title, items }: PickList): string {
  const width = String(items.length).length + 2;
  const rows = items.map(({ label, detail, isCurrent = false }, at) => {
    const mark = isCurrent ? "*" : " ";
    const more = detail === undefined || detail === "" ? "" : `  ${detail}`;
    return `${String(at + 1).padStart(width)} ${mark} ${label}${more}`;
  });
  return [title, ...rows].join("\n");
}

/** What can be typed then. */
export function numberedPrompt({ ways = [] }: PickList): string {
  const others = ways.map(({ key, label }) => `NUMBER ${key}: ${label}`);
  return `${["A number", ...others].join(" · ")} (Enter: none): `;
}

/** `none`: nothing is picked; `other`: the line is no answer; a sentence: what is wrong with it. */
export type TypedPick = Picked | "none" | "other" | { readonly problem: string };

/** What a typed line picks. */
export function pickTyped({ items, ways = [] }: PickList, line: string): TypedPick {
  const typed = line.trim().toLowerCase();
  if (typed === "") return "none";
  const [, number, way] = /^(\d+)\s*([a-z])?$/.exec(typed) ?? [];
  if (number === undefined) return "other";
  const item = items[Number(number) - 1];
  if (!item) return { problem: `There is no number ${number}.` };
  if (way === undefined) return { value: item.value };
  if (!ways.some(({ key }) => key === way)) return { problem: `There is no way "${way}".` };
  return { value: item.value, way };
}
