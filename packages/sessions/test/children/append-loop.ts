// Appends to a session until it is killed, and says after each append up to where it is kept.
import { writeSync } from "node:fs";
import type { Entry } from "@skein/protocol";
import { storeOfChild } from "../stores.ts";
import { notice } from "../entries.ts";

const [folder = "", session = "", batchText = "1"] = process.argv.slice(2);
const batch = Number(batchText);
const store = storeOfChild(folder);
await store.lease(session, "loop", 30_000);
for (let seq = 0; ; seq += batch) {
  const entries = Array.from({ length: batch }, (_, index): Entry => {
    const next = seq + 1 + index;
    const { v, at, run } = notice(next);
    return next % 3 === 0
      ? { v, seq: next, at, run, kind: "reply-draft", request: 1, content: [] }
      : notice(next, "x".repeat(next % 500));
  });
  await store.append(session, seq, entries);
  writeSync(1, `${seq + batch}\n`);
}
