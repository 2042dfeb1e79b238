import { createAgent } from "@skein/agent";
import { extractText } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { z } from "zod";

const Invoice = z.object({
  number: z.string(),
  due: z.iso.date(),
  euros: z.number().positive(),
});

// The model hands the result over with a call of `final_output`. What does not fit comes back to it as a failure.
const model = scriptedModel([
  [{ type: "text", text: "The invoice is over 120 euros." }],
  [
    {
      type: "tool-call",
      id: "1",
      name: "final_output",
      input: { number: "2026-17", due: "end of May", euros: 120 },
    },
  ],
  [
    {
      type: "tool-call",
      id: "2",
      name: "final_output",
      input: { number: "2026-17", due: "2026-05-31", euros: 120 },
    },
  ],
]);
await using agent = createAgent({ model, output: Invoice });
const run = agent.run("Read this: Invoice 2026-17, 120 €, to be paid by the end of May.");
for await (const event of run) {
  if (event.type === "tool-end") console.log(`[${event.failure ?? "result"}] ${extractText(event.content)}`);
}
const { outcome, output, turns } = await run.result;
const due: string | undefined = output?.due; // typed by the schema
console.log(outcome, `after ${turns} replies:`, due, output);
