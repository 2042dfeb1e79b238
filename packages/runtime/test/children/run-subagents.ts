// A parent with two children, of which one does not end; to be killed in the middle. Arguments: data folder, its files.
import { family } from "../subagents/set-up.ts";
import { sayForCrash } from "../subagents/crash-script.ts";

const [dataFolder = "", work = ""] = process.argv.slice(2);
const { runtime, settings } = family(dataFolder, sayForCrash("first"), work);
await using _ = runtime;
const { agent } = await runtime.open({ ...settings, session: "parent" });
for await (const event of agent.run("go")) {
  if (event.type === "tool-progress" && event.path.length > 0) process.stdout.write(event.text);
}
