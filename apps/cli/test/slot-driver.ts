// A program that runs one slot as a daemon does, and says how it ended. Arguments: the file of `skein`, a `Job` as JSON.
import { slotProcesses } from "@skein/host/schedules";
import type { Job } from "@skein/runtime/schedules";
import { thisMachine } from "../src/machine.ts";
import { slotCommand } from "../src/schedule/slot-command.ts";

const [, , entry = "", job = ""] = process.argv;
const program = [process.execPath, ...process.execArgv, entry] as const;
const run = slotProcesses(thisMachine(), (one) => slotCommand(program, one));
const end = await run(JSON.parse(job) as Job, new AbortController().signal);
process.stdout.write(JSON.stringify(end));
