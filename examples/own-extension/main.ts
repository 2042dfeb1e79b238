import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent } from "@skein/agent";
import { extractText } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { notebook } from "./notebook.ts";

await using folder = await mkdtempDisposable(join(tmpdir(), "notebook-"));
const model = scriptedModel([
  [
    { type: "tool-call", id: "1", name: "note_add", input: { text: "Milk" } },
    { type: "tool-call", id: "2", name: "note_add", input: { text: "Bread" } },
    { type: "tool-call", id: "3", name: "note_list", input: {} },
  ],
  [{ type: "text", text: "Both are in the notebook." }],
]);
await using agent = createAgent({
  model,
  extensions: [notebook(join(folder.path, "notes.txt"))],
  system: "You are brief.",
  ask: async () => ({ allow: "once" }), // whatever does not only read is asked about
});
const run = agent.run("Remember milk and bread.");
for await (const event of run) {
  if (event.type === "tool-end") console.log(`${event.tool}: ${extractText(event.content).trimEnd()}`);
}
console.log((await run.result).text);
console.log(`\nWhat the model was told:\n${model.requests[0]?.system}\n`);
