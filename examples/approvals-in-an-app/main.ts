import { createAgent } from "@skein/agent";
import { defineTool } from "@skein/extension-kit";
import { extractText, type Answer, type Question } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { z } from "zod";

const Transfer = z.object({ to: z.string(), euros: z.number().positive() });

const transfer = defineTool({
  name: "transfer",
  description: "Send money.",
  effect: "writes",
  input: Transfer,
  run: async ({ to, euros }) => `${euros} euros are on their way to ${to}.`,
});

/** Stands for the buttons of an app: it may take its time, and the run waits. */
async function decide(question: Question): Promise<Answer> {
  if (question.kind !== "approval") return { reply: null };
  const { to, euros } = Transfer.parse(question.input); // exactly what will run when allowed
  if (euros <= 100) return { allow: "once" };
  if (to === "Ada") return { allow: "once", input: { to, euros: 100 } };
  return { deny: "Not more than 100 euros, please." };
}

const model = scriptedModel([
  [{ type: "tool-call", id: "1", name: "transfer", input: { to: "Ada", euros: 40 } }],
  [{ type: "tool-call", id: "2", name: "transfer", input: { to: "Ada", euros: 5000 } }],
  [{ type: "tool-call", id: "3", name: "transfer", input: { to: "Mallory", euros: 5000 } }],
  [{ type: "text", text: "Two went through, one you did not want." }],
]);
await using agent = createAgent({ model, extensions: [transfer], ask: "handle" });
const run = agent.run("Pay my debts.");
for await (const event of run) {
  if (event.type === "question") await run.answer(event.question.id, await decide(event.question));
  if (event.type === "answered") console.log(event.answer);
  if (event.type === "tool-end") console.log(extractText(event.content));
}
console.log((await run.result).text);
