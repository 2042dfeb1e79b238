// A program that runs one slot as a daemon does, and says how it ended. Arguments: the file of `skein`, a `Job` as JSON.
import { runSlotProcess } from "../src/schedule/slot-process.ts";
import type { Job } from "@skein/runtime/schedules";

const [, , entry = "", job = ""] = process.argv;
process.argv.splice(1, process.argv.length, entry);
const end = await runSlotProcess(JSON.parse(job) as Job, new AbortController().signal);
process.stdout.write(JSON.stringify(end));
