// Reading of recordings. The bytes are not changed, except that lost frames are
// restored: a recording that was cleaned up proves nothing.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Expected, RecordedExchange } from "./exchange.ts";
import type { RecordedForm } from "./form.ts";

/** Entry of an index. */
interface Case {
  readonly id: string;
  readonly api: string;
  readonly turns: readonly {
    readonly response: string;
    readonly wire: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  }[];
  readonly expected: string | null;
}

/**
 * Reads the recordings in a folder. Empty if there is no folder.
 *
 * `index.json` lists `cases`, each with its `api`, its `turns` (the file of the
 * response, its `wire`, `status` and `headers`) and the file of what is
 * `expected`, one item for each turn. Bytes are as they are in the file; those
 * of an `eventstream` are base64 there.
 *
 * Throws if a listed file does not exist or is not JSON: a recording that is
 * skipped in silence would look like one that passes.
 *
 * Content types are restored from the form where no headers were stored; stored
 * headers win.
 *
 * @param forms - forms by api. Only responses of these are read.
 *
 * @example
 * ```ts
 * const recorded = readRecorded("fixtures", { "openai-chat": openaiChat.recorded });
 * console.log(recorded.map(({ name, status }) => `${name}: ${status}`));
 * ```
 */
export function readRecorded<Want = Expected>(
  folder: string,
  forms: Readonly<Record<string, Pick<RecordedForm, "frame" | "terminator">>>,
): readonly RecordedExchange<Want>[] {
  return casesIn(folder)
    .filter(({ api }) => Object.hasOwn(forms, api))
    .flatMap(({ id, api, turns, expected }) => {
      const wanted =
        expected === null
          ? []
          : (JSON.parse(readFileSync(join(folder, expected), "utf8")) as readonly Want[]);
      return turns.map(({ response, wire, status, headers }, at) => {
        const received = readFileSync(join(folder, response));
        const own = typeOf(wire);
        return {
          name: `${id} ${at + 1}`,
          api,
          status,
          headers: { ...(own === undefined ? {} : { "content-type": own }), ...headers },
          wire,
          bytes: bytesOf(received, wire, status, forms[api]!),
          expected: wanted[at]!,
        };
      });
    });
}

/**
 * Counts the responses of each api in a folder.
 *
 * Counts turns, not sessions. Lets a test demand that recordings exist at all,
 * since an absent folder adds no cases.
 */
export function countRecorded(folder: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { api, turns } of casesIn(folder)) counts.set(api, (counts.get(api) ?? 0) + turns.length);
  return counts;
}

/** Reads the index of a folder. */
function casesIn(folder: string): readonly Case[] {
  const index = join(folder, "index.json");
  if (!existsSync(index)) return [];
  return (JSON.parse(readFileSync(index, "utf8")) as { readonly cases: readonly Case[] }).cases;
}

/** Content types of recordings whose headers were not stored. */
const types: Readonly<Record<string, string>> = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  eventstream: "application/vnd.amazon.eventstream",
};

/** Returns the content type for a form. */
function typeOf(wire: string): string | undefined {
  return types[wire];
}

/**
 * Restores the framing of a response that was stored as lines, and its
 * terminator.
 *
 * Only `lines` of successful responses are changed. All other bytes are those
 * of the vendor.
 */
function bytesOf(
  received: Buffer,
  wire: string,
  status: number,
  { frame, terminator = "" }: Pick<RecordedForm, "frame" | "terminator">,
): Buffer {
  // Errors have no frames.
  if (wire !== "lines" || status !== 200) return received;
  const lines = received.toString("utf8").split("\n");
  const framed = lines.flatMap((line) => (line.trim() === "" ? [] : [frame(line)])).join("");
  // Some recorders store the terminator and some do not.
  const ended = terminator !== "" && framed.includes(terminator.trim());
  return Buffer.from(ended ? framed : framed + terminator);
}
