import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jsonlJournal } from "../src/index.ts";
import { findLine } from "../src/jsonl/find-line.ts";
import { notice } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

it("an entry of a long journal is found without reading what is before it", async () => {
  const folder = tempFolder();
  const journal = jsonlJournal(folder);
  const sizes = [20, 3_000, 90];
  const entries = Array.from({ length: 1_500 }, (_, at) =>
    notice(at + 1, "x".repeat(at % 250 === 249 ? 700_000 : sizes[at % 3]!)),
  );
  await journal.append("s", 0, entries);
  await journal.close();
  const path = join(folder, "s", "journal.jsonl");
  const bytes = readFileSync(path);
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  for (const seq of [1, 2, 7, 248, 249, 250, 251, 700, 1_000, 1_001, 1_499, 1_500]) {
    const place = findLine(path, seq, bytes.length);
    expect(place.seq).toBeLessThanOrEqual(seq);
    expect(place.at).toBe(starts[place.seq - 1]);
    // No farther than the stretch that is walked, or one line that is longer.
    expect(starts[seq - 1]! - place.at).toBeLessThan(64 * 1024 + 700_000);
  }
  const near = findLine(path, 700, bytes.length);
  expect(starts[699]! - near.at).toBeLessThanOrEqual(64 * 1024);
});
