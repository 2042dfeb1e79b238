import { fileURLToPath } from "node:url";
import { serveReplies } from "../anthropic-server.ts";
import { median, milliseconds, node, timeProcess, type Row } from "../measure.ts";
import { replies, type WireName } from "../turns/wires.ts";

const child = fileURLToPath(new URL("../turns/child.ts", import.meta.url));
const [turns, rounds] = [1000, 3];

interface Times {
  /** Processor time of a turn in milliseconds. */
  readonly early: number;
  readonly late: number;
}

/**
 * A turn with one call of an app's tool, in process with an agent's defaults, beside a loop over the vendor's SDK that
 * does the same: processor time of all threads, so that a busy machine does not count. The server is another process.
 */
export async function inProcessTurns(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const wire of ["chat", "responses", "anthropic"] as const) {
    const [ours, theirs]: [Times[], Times[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(await run("skein", wire));
      theirs.push(await run("sdk", wire));
    }
    const skein = medians(ours);
    const sdk = medians(theirs);
    const beside = (what: string, which: keyof Times): Row => ({
      what: `${wire}: ${what}, in process, beyond the vendor's SDK (ms)`,
      skein: milliseconds(skein[which]),
      floor: milliseconds(sdk[which]),
      value: skein[which] - sdk[which],
      aim: 0.5,
    });
    rows.push(beside("turns 10-60", "early"), beside("turns 900-1,000", "late"), {
      what: `${wire}: turns 900-1,000 / turns 10-60, in process`,
      skein: milliseconds(skein.late),
      floor: milliseconds(skein.early),
      value: skein.late / skein.early,
      aim: 1.1,
    });
  }
  return rows;
}

async function run(side: "skein" | "sdk", wire: WireName): Promise<Times> {
  await using server = await serveReplies(replies[wire]);
  const { stdout } = await timeProcess(node, [child, side, wire, server.url, String(turns)]);
  const all = JSON.parse(stdout) as readonly number[];
  return { early: median(all.slice(10, 60)), late: median(all.slice(900)) };
}

function medians(times: readonly Times[]): Times {
  return {
    early: median(times.map(({ early }) => early)),
    late: median(times.map(({ late }) => late)),
  };
}
