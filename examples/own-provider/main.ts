import { createAgent } from "@skein/agent";
import { telexServer } from "./telex-server.ts";
import { createTelex } from "./telex.ts";

await using server = await telexServer([
  503, // once overloaded, so that the retry layer has something to do
  [{ text: "STOP " }, { text: "FULL STOP" }, { end: "done", read: 12, written: 4 }],
]);
const telex = createTelex(server.url, { firstWaitMs: 10 });
await using agent = createAgent({ model: telex.model("telex-1"), system: "ANSWER IN CAPITALS" });
const run = agent.run("How do telegrams end?");
for await (const event of run) {
  if (event.type === "retry-wait") console.log(`(attempt ${event.attempt} failed: ${event.reason})`);
  if (event.type === "text-delta") process.stdout.write(event.delta);
}
const { outcome, usage } = await run.result;
console.log(`\n${outcome}`, usage);
console.log(`The vendor was told: ${server.requests.at(-1)?.rules}`);
