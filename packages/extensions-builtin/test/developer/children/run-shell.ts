// Runs one command and says its outcome; to be killed in the middle. Arguments: call folder, input as JSON, launcher.
import { developer } from "../../../src/developer/index.ts";

const [callFolder = "", input = "{}", launcher = ""] = process.argv.slice(2);
const outcome = await developer({ launcher: launcher || false }).callTool("shell", JSON.parse(input), {
  session: "s",
  callId: "c",
  cwd: process.cwd(),
  signal: new AbortController().signal,
  progress: () => {},
  callFolder,
});
process.stdout.write(JSON.stringify(outcome));
