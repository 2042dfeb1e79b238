import { serveReplies, shellReply, textReply } from "../anthropic-server.ts";
import { bareRequest } from "../arrivals.ts";
import { benchHome, skein } from "../skein.ts";
import { cpuTime } from "./cpu-time.ts";

/** One that is checked: both do the same wire work. */
export interface GateRow {
  readonly what: string;
  readonly rounds: number;
  /** What is said to the nth request, of both. */
  readonly replyTo: (count: number) => string;
  readonly args: readonly string[];
}

const hello = textReply(["Hello."]);
const deltas = textReply(Array.from({ length: 20_000 }, (_, count) => `word ${count} `));
const turns = 40;
const run = ["run", "-q", "-t", "hello"];

export const gateRows: readonly GateRow[] = [
  { what: "one reply, no session", rounds: 9, replyTo: () => hello, args: [...run, "--no-session"] },
  { what: "one reply, with a session", rounds: 9, replyTo: () => hello, args: run },
  { what: "20,000 deltas", rounds: 9, replyTo: () => deltas, args: [...run, "--no-session"] },
  {
    what: `${turns} tool turns`,
    rounds: 5,
    replyTo: (count) =>
      count % (turns + 1) < turns ? shellReply(`t${count}`, `true ${count}`) : textReply(["Done."]),
    args: [...run, "--mode", "auto", "--sandbox", "off"],
  },
];

/** Both in turn, `rounds` times after one that is not counted. The least of each: whatever comes between only adds. */
export async function ratioOf({ rounds, replyTo, args }: GateRow): Promise<number> {
  await using server = await serveReplies(replyTo);
  await using floor = await serveReplies(() => (replyTo(0).includes('"tool_use"') ? hello : replyTo(0)));
  const env = benchHome(server.url);
  const [ours, floors]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const pair = [await cpuTime([skein, ...args], env), await cpuTime([bareRequest, floor.url], {})] as const;
    if (round === 0) continue;
    ours.push(pair[0]);
    floors.push(pair[1]);
  }
  return Math.min(...ours) / Math.min(...floors);
}
