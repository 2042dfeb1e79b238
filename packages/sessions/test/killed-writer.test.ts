import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startChild } from "./children/start-child.ts";
import { all, notice } from "./entries.ts";
import { childEnv, storeNames, stores, type StoreName } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

/** Lets a child append until it is killed, and checks what it has left. */
async function killOne(name: StoreName, folder: string, kill: number, batch: number): Promise<void> {
  const session = `s${kill}`;
  const child = startChild(
    new URL("./children/append-loop.ts", import.meta.url),
    [folder, session, String(batch)],
    childEnv(name),
  );
  await child.line(1);
  await setTimeout((kill * 7) % 43);
  child.process.kill("SIGKILL");
  await child.ended;

  await using store = stores[name](folder);
  const entries = await all(store.read(session));
  const resolved = Number(child.lines.at(-1));
  expect(resolved).toBeGreaterThan(0);
  expect([resolved, resolved + batch]).toContain(entries.length); // the last one may have been kept and not yet said
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));

  await store.lease(session, "next", 1000);
  await store.append(session, entries.length, [notice(entries.length + 1)]);
}

describe.each(storeNames)("a writer of %s killed in the middle of its appends", (name) => {
  it.each([1, 3])("has lost nothing that was resolved (%i at a time, 2 kills)", async (batch) => {
    const folder = tempFolder();
    let kills = 0;
    const worker = async (): Promise<void> => {
      while (kills < 2) await killOne(name, folder, kills++, batch);
    };
    await Promise.all([worker(), worker()]);
    expect(kills).toBe(2);
  });
});
