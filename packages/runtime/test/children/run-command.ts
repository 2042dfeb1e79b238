// Lets an agent run one command; to be killed in the middle. Arguments: data folder, onCrash, command.
import { createRuntime } from "../../src/index.ts";
import { scriptedModel } from "@skein/provider-replay";

const [dataFolder = "", onCrash = "", command = ""] = process.argv.slice(2);
const model = scriptedModel([
  [{ type: "tool-call", id: "call", name: "shell", input: { command, timeout_ms: 1500 } }],
  [{ type: "text", text: "Done." }],
]);
const provider = {
  id: "scripted",
  model: () => model,
  models: async () => [],
  prepare: async () => undefined,
  check: async () => undefined,
};
await using runtime = createRuntime({ providers: { scripted: async () => provider }, dataFolder });
const { agent } = await runtime.open({
  provider: "scripted",
  model: "m",
  mode: "auto",
  cwd: dataFolder,
  interaction: "chat",
  builtins: ["developer"],
  session: "s",
  onCrash: onCrash === "stop" ? "stop" : "continue",
});
for await (const event of agent.run("go")) {
  if (event.type === "tool-progress") process.stdout.write(event.text);
}
