import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sqliteJournal } from "../src/index.ts";
import { startChild } from "./children/start-child.ts";
import { all, notice } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

/** Lets a child append until it is killed, and checks what it has left. */
async function killOne(folder: string, session: string, batch: number, afterMs: number): Promise<void> {
  const child = startChild(new URL("./children/append-loop.ts", import.meta.url), [
    folder,
    session,
    String(batch),
  ]);
  await child.line(1);
  await setTimeout(afterMs);
  child.process.kill("SIGKILL");
  await child.ended;

  await using store = sqliteJournal(folder);
  const entries = await all(store.read(session));
  const resolved = Number(child.lines.at(-1));
  expect(resolved).toBeGreaterThan(0);
  expect([resolved, resolved + batch]).toContain(entries.length); // the last one may have been kept and not yet said
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));

  await store.lease(session, "next", 1000);
  await store.append(session, entries.length, [notice(entries.length + 1)]);
}

describe("a writer killed in the middle of its appends", () => {
  it.each([1, 2, 3])("has lost nothing that was resolved (%i at a time, 12 kills)", async (batch) => {
    const folder = tempFolder();
    let kills = 0;
    const worker = async (): Promise<void> => {
      while (kills < 12) {
        const kill = kills++;
        await killOne(folder, `s${kill}`, batch, (kill * 7) % 43);
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(kills).toBe(12);
  });
});
