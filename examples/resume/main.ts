import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAgent } from "@skein/agent";
import { defineTool } from "@skein/extension-kit";
import { extractText, type Entry } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { conversation, sqliteJournal } from "@skein/sessions";
import { z } from "zod";

const page = z.object({ page: z.string() });
const countWords = defineTool({
  name: "count_words",
  description: "Words on a page.",
  effect: "reads",
  input: page,
  run: () => "1,204 words",
});
const publish = defineTool({
  name: "publish",
  description: "Put a page online.",
  effect: "writes",
  input: page,
  async run(_, { progress, signal }) {
    progress("Uploading.");
    await sleep(60_000, undefined, { signal });
    return "Published.";
  },
});

await using folder = await mkdtempDisposable(join(tmpdir(), "resume-"));
await using journal = sqliteJournal(folder.path);
const parts = { journal, session: "report", extensions: [countWords, publish] };

const before = scriptedModel([
  [{ type: "tool-call", id: "1", name: "count_words", input: { page: "home" } }],
  [{ type: "tool-call", id: "2", name: "publish", input: { page: "home" } }],
]);
const first = createAgent({ ...parts, model: before, ask: async () => ({ allow: "once" }) });
const run = first.run("Publish the home page if it is not too long.");
for await (const event of run) if (event.type === "tool-progress") await first.close();
console.log("The first agent ended as", (await run.result).outcome);

// Any later process with the same folder and the same session id.
const after = scriptedModel([[{ type: "text", text: "It has 1,204 words, and was not published yet." }]]);
await using second = createAgent({ ...parts, model: after });
console.log("The second one says:", (await second.run("How far did you get?").result).text);

console.log("\nThe whole conversation:");
const entries: Entry[] = [];
for await (const entry of journal.read("report")) entries.push(entry);
for (const { items, outcome } of conversation(entries)) {
  for (const item of items) {
    if (item.type === "user") console.log(`> ${extractText(item.content)}`);
    if (item.type === "call") console.log(`[${item.name}] ${extractText(item.result?.content ?? [])}`);
    if (item.type === "text") console.log(item.text);
  }
  console.log(`(${outcome?.name})`);
}
