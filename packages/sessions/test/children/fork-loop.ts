// Forks a session again and again until it is killed, and says when one is made.
import { writeSync } from "node:fs";
import { forkInStore } from "../../src/index.ts";
import { storeOfChild } from "../stores.ts";

const [folder = "", session = ""] = process.argv.slice(2);
const store = storeOfChild(folder);
for (let count = 0; ; count++) {
  await forkInStore(store, session, { id: `fork-${process.pid}-${count}` });
  writeSync(1, "forked\n");
}
