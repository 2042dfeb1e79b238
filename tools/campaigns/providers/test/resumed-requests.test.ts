import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { checkProperty } from "../../../../packages/property-tests/src/index.ts";
import { describe, expect, it } from "vitest";
import {
  createTranscript,
  type Entry,
  type EntryKind,
  type Message,
} from "../../../../packages/protocol/src/index.ts";
import { sqliteJournal } from "../../../../packages/sessions/src/index.ts";
import { journal } from "../../../../packages/test-kit/src/generated/index.ts";
import { bodyOf, wires } from "../senders.ts";

const kinds: readonly EntryKind[] = [
  ...([
    "user-message",
    "model-request",
    "reply-draft",
    "assistant-message",
    "tool-intent",
    "tool-result",
  ] as const),
  ...(["compaction", "elision", "rewind", "queued", "notice", "dynamic-context"] as const),
];

/** Long enough for its entries to be kept: generated sessions one behind the other, their calls under other names. */
const longJournal = fc.array(journal, { minLength: 12, maxLength: 16 }).map((journals) => {
  const entries = journals.flatMap((one, number) =>
    one.map((entry) => JSON.parse(JSON.stringify(entry).replaceAll("call-", `call-${number}-`)) as Entry),
  );
  return entries.map((entry, at): Entry => ({ ...entry, seq: at + 1 }));
});

/** What a process reads that resumes the session. */
async function resumed(folder: string): Promise<readonly Message[]> {
  await using store = sqliteJournal(folder);
  const transcript = createTranscript();
  for await (const entry of store.read("s", 1, kinds)) if (kinds.includes(entry.kind)) transcript.add(entry);
  return transcript.messages();
}

describe("the request of a resumed session", () => {
  it("is, byte for byte, the same with the entries that are kept and with those of the journal", async () => {
    let compared = 0;
    await checkProperty(
      fc.asyncProperty(longJournal, async (entries) => {
        const folder = mkdtempSync(join(tmpdir(), "skein-resumed-"));
        const kept = join(folder, "s", "entries.cache");
        try {
          {
            await using store = sqliteJournal(folder);
            await store.append("s", 0, entries);
          }
          const fromRows = await resumed(folder);
          if (!existsSync(kept)) return; // a short one
          const fromKept = await resumed(folder);
          for (const [, open] of wires)
            expect(await bodyOf(open("gpt-5"), fromKept)).toBe(await bodyOf(open("gpt-5"), fromRows));
          compared++;
        } finally {
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: 12 },
    );
    expect(compared).toBeGreaterThan(3);
  });
});
