// Appends a draft, then an intent, and marks the moments in between: for a look at what reaches the disk when.
import { writeSync } from "node:fs";
import { storeOfChild } from "../stores.ts";
import { notice } from "../entries.ts";

const [folder = ""] = process.argv.slice(2);
const store = storeOfChild(folder);
await store.append("s", 0, [notice(1)]);
const { v, at, run } = notice(2);
writeSync(1, "before the draft\n");
await store.append("s", 1, [{ v, seq: 2, at, run, kind: "reply-draft", request: 1, content: [] }]);
writeSync(1, "before the intent\n");
const intent = { kind: "tool-intent", callId: "c", tool: "t", extension: "e", input: {} } as const;
await store.append("s", 2, [{ v, seq: 3, at, run, ...intent, effect: "runs", repeat: "once" }]);
writeSync(1, "before the effect\n");
