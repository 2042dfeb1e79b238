// Runs one command and says its outcome; to be killed in the middle. Arguments: call folder, input as JSON, launcher, more
// settings as JSON, and a word where it is to stay afterwards.
import { developer } from "../../../src/developer/index.ts";

const [callFolder = "", input = "{}", launcher = "", settings = "{}", stays = ""] = process.argv.slice(2);
const more = JSON.parse(settings) as object;
const outcome = await developer({ launcher: launcher || false, ...more }).callTool(
  "shell",
  JSON.parse(input),
  {
    session: "s",
    callId: "c",
    cwd: process.cwd(),
    signal: new AbortController().signal,
    progress: () => {},
    callFolder,
  },
);
process.stdout.write(JSON.stringify(outcome));
if (stays !== "") setInterval(() => {}, 1000);
