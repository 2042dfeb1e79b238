import { createAgent } from "@skein/agent";
import { scriptedModel } from "@skein/provider-replay";

const model = scriptedModel([[{ type: "text", text: "Oslo." }]]);
await using agent = createAgent({ model });
const { outcome, text } = await agent.run("What is the capital of Norway?").result;
console.log(`${outcome}: ${text}`);
