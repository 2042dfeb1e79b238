import { escapeInvisible } from "@skein/protocol";
import type { PinnedTool } from "./extension-pin.ts";
import type { OfferChange } from "./review-offer.ts";

/** A change for a person: what it is, and a diff whose lines begin with `+ ` or `- `. Safe to show. */
export interface DescribedChange {
  readonly title: string;
  readonly diff: readonly string[];
}

export function describeOfferChange(change: OfferChange): DescribedChange {
  switch (change.kind) {
    case "source":
      return { title: "Its command line or address is another one", diff: [] };
    case "package":
      return described("Its package is another version", change.before, change.after);
    case "instructions":
      return described("Its instructions have changed", change.before, change.after);
    case "tool-added":
      return described(`The tool ${nameOf(change.tool)} is new`, "", toolText(change.after));
    case "tool-changed": {
      const { tool, before, after } = change;
      const found = described(`The tool ${nameOf(tool)} has changed`, toolText(before), toolText(after));
      if (found.diff.length > 0) return found;
      return { ...found, title: `The tool ${nameOf(tool)} has changed beside description and inputs` };
    }
  }
}

function nameOf(tool: string): string {
  return JSON.stringify(escapeInvisible(tool));
}

function toolText({ description, inputSchema }: PinnedTool): string {
  return `${description}\n${JSON.stringify(inputSchema, undefined, 2)}`;
}

function described(title: string, before: string, after: string): DescribedChange {
  return { title, diff: lineDiff(escapeInvisible(before), escapeInvisible(after)) };
}

/** What lies between the common first and last lines. */
function lineDiff(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let [first, last] = [0, 0];
  while (first < most && old[first] === now[first]) first++;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last++;
  return [
    ...old.slice(first, old.length - last).map((line) => `- ${line}`),
    ...now.slice(first, now.length - last).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n");
}
