import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { openCheckpoints } from "../src/index.ts";
import { startChild } from "./children/start-child.ts";
import { bench, fill, look, removeAll } from "./trees.ts";

const captureLoop = new URL("./children/capture-loop.ts", import.meta.url);
const restoreLoop = new URL("./children/restore-loop.ts", import.meta.url);

/** Where a snapshot can be restored to and captured again as the same, it is whole. */
async function expectWhole(store: string, ids: readonly string[], empty: string): Promise<void> {
  using checkpoints = openCheckpoints(store);
  for (const id of ids) {
    removeAll(empty);
    mkdirSync(empty);
    await checkpoints.restore(id, empty);
    expect((await checkpoints.capture(empty)).id).toBe(id);
  }
}

it("a process killed while it captures leaves whole snapshots alone", async () => {
  const { root, store } = bench();
  const empty = join(root, "..", "empty");
  for (let kill = 0; kill < 4; kill++) {
    const child = startChild(captureLoop, [store, root, "a"]);
    await child.said(2);
    await setTimeout((kill * 7) % 23);
    await child.kill();
    expect(child.lines.length).toBeGreaterThanOrEqual(2);
    await expectWhole(store, child.lines.slice(-2), empty);
  }
});

it("a process killed while it restores leaves each file whole, and the next restore does the rest", async () => {
  const { root, store, checkpoints } = bench();
  const write = (text: string): void => {
    for (let file = 0; file < 400; file++)
      fill(root, { [`${file % 20}/${file}`]: `${text} ${file} `.repeat(200) });
  };
  write("first");
  const first = [await checkpoints.capture(root), look(root)] as const;
  write("second");
  const second = [await checkpoints.capture(root), look(root)] as const;
  for (let kill = 0; kill < 4; kill++) {
    const child = startChild(restoreLoop, [store, root, first[0].id, second[0].id]);
    await child.said(2);
    await setTimeout((kill * 7) % 31);
    await child.kill();
    const found = Object.entries(look(root)).filter(([path]) => !path.includes(".skein-restore-"));
    for (const [path, state] of found) expect([first[1][path], second[1][path]]).toContain(state);
    await checkpoints.restore(first[0].id, root);
    expect(look(root)).toEqual(first[1]);
  }
});

it("several processes use one store at once, while a third deletes", async () => {
  const { root, store, checkpoints } = bench();
  const roots = ["one", "two"].map((name) => join(root, name));
  for (const one of roots) mkdirSync(one);
  const children = roots.map((one, index) => startChild(captureLoop, [store, one, String(index)]));
  await Promise.all(children.map((child) => child.said(2)));
  for (let round = 0; round < 4; round++) {
    const kept = children.flatMap(({ lines }) => lines.slice(-1));
    await checkpoints.collect(kept, 60_000);
    await checkpoints.collect(kept, 0);
    await Promise.all(children.map((child) => child.said(child.lines.length + 1)));
  }
  await Promise.all(children.map((child) => child.kill()));
  const left = children.flatMap(({ lines }) => lines).filter((id) => checkpoints.snapshot(id) !== undefined);
  expect(left.length).toBeGreaterThan(0);
  await expectWhole(store, left.slice(-6), join(root, "..", "empty"));
  expect(readdirSync(store).toSorted()).toContain("checkpoints.db");
});
