// Lets an agent run one command; to be killed in the middle. Arguments: data folder, onCrash, command.
import { done, setUp } from "../set-up.ts";

const [dataFolder = "", onCrash = "", command = ""] = process.argv.slice(2);
const call = { type: "tool-call", id: "call", name: "shell", input: { command, timeout_ms: 1500 } } as const;
const { runtime, settings } = setUp(dataFolder, [[call], done]);
await using _ = runtime;
const { agent } = await runtime.open({
  ...settings,
  session: "s",
  onCrash: onCrash === "stop" ? "stop" : "continue",
});
for await (const event of agent.run("go")) {
  if (event.type === "tool-progress") process.stdout.write(event.text);
}
