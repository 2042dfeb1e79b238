import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { journalPath, storeNames, stores } from "./stores.ts";
import { notices } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

it.each(storeNames)("bytes that are not those of their hash are damage, not content: %s", async (name) => {
  const folder = tempFolder();
  const store = stores[name](folder);
  await store.append("s", 0, notices(1, 1));
  const hash = await store.putBlob("s", Buffer.from("what was read"));
  expect(hash).toBe(createHash("sha256").update("what was read").digest("hex"));
  expect(await store.blob("s", hash)).toEqual(new Uint8Array(Buffer.from("what was read")));
  await store.close();
  if (name === "jsonl") {
    const path = join(folder, "s", "blobs", hash);
    writeFileSync(path, readFileSync(path, "utf8").replace("read", "said"));
  } else {
    const database = new DatabaseSync(journalPath(name, folder, "s"));
    database.prepare("UPDATE blobs SET bytes = ? WHERE hash = ?").run(Buffer.from("what was said"), hash);
    database.close();
  }
  const again = stores[name](folder);
  await expect(again.blob("s", hash)).rejects.toMatchObject({ code: "damaged" });
  await again.close();
});
