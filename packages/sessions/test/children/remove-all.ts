// Removes every session, one after the other, and says when each is gone.
import { writeSync } from "node:fs";
import { storeOfChild } from "../stores.ts";

const [folder = ""] = process.argv.slice(2);
const store = storeOfChild(folder);
for (const { session } of await store.list()) {
  await store.remove(session);
  writeSync(1, `${session}\n`);
}
