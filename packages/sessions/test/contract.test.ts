import { onTestFinished } from "vitest";
import { memoryJournal } from "@skein/protocol";
import { sqliteJournal } from "../src/index.ts";
import { journalContract } from "../src/contract.ts";
import { tempFolder } from "./temp-folder.ts";

journalContract("memoryJournal", memoryJournal);

journalContract("sqliteJournal", () => {
  const store = sqliteJournal(tempFolder());
  onTestFinished(() => store.close());
  return store;
});
