import { appendFile, mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry, JournalStore } from "@skein/protocol";
import { journalContract } from "@skein/sessions/contract";
import { expect, it, onTestFinished } from "vitest";
import { jsonLinesJournal } from "../json-lines-journal.ts";

journalContract("jsonLinesJournal", async () => jsonLinesJournal(await temporaryFolder()));

it("forgets an append that a crash cut off, whole, and goes on", async () => {
  const folder = await temporaryFolder();
  const journal = jsonLinesJournal(folder);
  await journal.append("s", 0, [notice(1)]);
  const file = join(folder, "s", "journal.jsonl");
  await appendFile(file, JSON.stringify([notice(2), notice(3)]).slice(0, -5));
  expect(await all(journal)).toEqual([notice(1)]);
  await journal.append("s", 1, [notice(2)]);
  expect(await all(jsonLinesJournal(folder))).toEqual([notice(1), notice(2)]);
  expect(await readFile(file, "utf8")).toBe(
    `${JSON.stringify([notice(1)])}\n${JSON.stringify([notice(2)])}\n`,
  );
});

async function all(journal: JournalStore): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of journal.read("s")) entries.push(entry);
  return entries;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtempDisposable(join(tmpdir(), "json-lines-"));
  onTestFinished(() => folder.remove());
  return folder.path;
}

function notice(seq: number): Entry {
  return { v: 1, seq, at: 0, run: null, kind: "notice", audience: "user", level: "info", text: `${seq} 🪿` };
}
