import { onTestFinished } from "vitest";
import { memoryJournal } from "@skein/protocol";
import { journalContract } from "../src/contract.ts";
import { storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

journalContract("memoryJournal", memoryJournal);

for (const name of storeNames) {
  journalContract(name, () => {
    const store = stores[name](tempFolder());
    onTestFinished(() => store.close());
    return store;
  });
}
