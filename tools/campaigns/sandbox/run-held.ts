import { probeTiers, workspaceLimits } from "../../../packages/sandbox/src/index.ts";
import { runHeld } from "./run-pair.ts";

// node run-held.ts SCRIPT JSON: runs a command in the sandbox and prints what came of it, for a start in a mount namespace, or of another user.
const [script = "", json = "{}"] = process.argv.slice(2);
const place = JSON.parse(json) as Parameters<typeof runHeld>[2];
const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");
if (barrier === undefined) throw new Error("No sandbox works here.");
const held = await runHeld(barrier, script, place);
const notices = workspaceLimits(place.workspace).map(({ text }) => text);
console.log(JSON.stringify({ ...held, notices }));
