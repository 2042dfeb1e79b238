import { createInterface } from "node:readline";
import type { ScriptedAnswer } from "@skein/provider-replay";
import { hostWith } from "@skein/test-host";
import { shareSessions } from "../../../src/index.ts";

// own-session.ts FOLDER WISHES TURNS: has the session "shared" open, sends what is typed, and tells how runs end.
const [folder = "", wishes = "{}", turns = "[]"] = process.argv.slice(2);
const { host } = await hostWith(folder, JSON.parse(turns) as readonly ScriptedAnswer[], { shareSessions });
const session = await host.open({ cwd: folder, session: "shared", attended: true, ...JSON.parse(wishes) });

async function tell(): Promise<void> {
  for await (const event of session.events(Infinity))
    if (event.type === "question" || event.type === "outcome" || event.type === "tool-start")
      console.log(event.type === "outcome" ? `outcome ${event.outcome}` : event.type);
}

void tell();
for await (const line of createInterface({ input: process.stdin }))
  void session.send(line === "" ? undefined : line).then(({ run }) => console.log(`run ${run}`));
await host.close();
console.log("closed");
