// Appends a draft, then two intents or none, and marks the moments in between: for a look at what reaches the disk when.
import { writeSync } from "node:fs";
import { storeOfChild } from "../stores.ts";
import { notice } from "../entries.ts";

const [folder = "", ends = ""] = process.argv.slice(2);
const store = storeOfChild(folder);
writeSync(1, "before the session\n");
await store.putBlob("s", Buffer.from("the system prompt"));
await store.append("s", 0, [notice(1)]);
const { v, at, run } = notice(2);
writeSync(1, "before the draft\n");
await store.append("s", 1, [{ v, seq: 2, at, run, kind: "reply-draft", request: 1, content: [] }]);
writeSync(1, "before the intent\n");
const intent = (seq: number) =>
  ({
    v,
    seq,
    at,
    run,
    kind: "tool-intent",
    callId: "c",
    tool: "t",
    extension: "e",
    input: {},
    effect: "runs",
    repeat: "once",
  }) as const;
if (ends === "with-intents") {
  await store.append("s", 2, [intent(3)]);
  writeSync(1, "before the effect\n");
  await store.append("s", 3, [intent(4)]);
}
writeSync(1, "before the end\n");
await store.close();
writeSync(1, "closed\n");
