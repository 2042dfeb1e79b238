import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent } from "@skein/agent";
import { extractText, type Entry } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { jsonLinesJournal } from "./json-lines-journal.ts";

await using folder = await mkdtempDisposable(join(tmpdir(), "own-journal-"));
const session = "hello";

for (const [question, text] of [
  ["What is a skein?", "Geese in flight."],
  ["And else?", "A length of thread."],
] as const) {
  const journal = jsonLinesJournal(folder.path); // a new one each time, as after a restart
  const model = scriptedModel([[{ type: "text", text }]]);
  await using agent = createAgent({ model, journal, session });
  await agent.run(question).result;
  console.log(
    "The model read:",
    model.requests[0]?.messages.map(({ content }) => extractText(content)),
  );
}

console.log("\nWhat is in the file:");
const file = await readFile(join(folder.path, session, "journal.jsonl"), "utf8");
for (const line of file.trimEnd().split("\n")) {
  console.log((JSON.parse(line) as Entry[]).map(({ seq, kind }) => `${seq} ${kind}`).join(", "));
}
