import { fileURLToPath } from "node:url";
import { serveReplies, shellReply, textReply } from "../anthropic-server.ts";
import { median, milliseconds, node, timeProcess, type Row } from "../measure.ts";
import { peers, type Peer } from "../peers.ts";
import { benchHome, skein } from "../skein.ts";
import { serveTurns, shellCallFor, streamOf } from "../wire-server.ts";

const turns = 200;
const rounds = 3;
const bare = fileURLToPath(new URL("../bare-turns.ts", import.meta.url));

/**
 * A turn with one `true`, with the journal on and no sandbox, which the case `sandbox` measures; and whether it grows.
 * The floor is a program that does nothing but the requests and the commands.
 */
export async function toolTurns(): Promise<readonly Row[]> {
  await using server = await serveReplies((count) =>
    count % (turns + 1) < turns ? shellReply(`t${count}`, "true") : textReply(["Done."]),
  );
  /** @returns the time between two requests. */
  const gapsOf = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const arrivals: number[] = [];
    server.onRequest = () => void arrivals.push(performance.now());
    await timeProcess(node, args, env);
    return arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at));
  };
  const run = [skein, ..."run -t go --mode auto --max-tool-repetitions 1000 -q --sandbox off".split(" ")];
  const kinds = {
    floor: () => gapsOf([bare, server.url], {}),
    launcher: () => gapsOf(run, benchHome(server.url)),
    wrapper: () => gapsOf(run, { ...benchHome(server.url), SKEIN_LAUNCHER: "off" }),
  };
  const gaps: Record<keyof typeof kinds, number[][]> = { floor: [], launcher: [], wrapper: [] };
  for (let round = 0; round < rounds; round++)
    for (const kind of ["floor", "launcher", "wrapper"] as const) gaps[kind].push(await kinds[kind]());
  const middle = (kind: keyof typeof kinds, from: number, to: number) =>
    median(gaps[kind].map((one) => median(one.slice(from, to))));
  const floor = middle("floor", 10, turns);
  const turn = (kind: "launcher" | "wrapper", what: string, aim?: number): Row => {
    const value = middle(kind, 10, turns);
    const row = { what, skein: milliseconds(value), floor: milliseconds(floor), value: value / floor };
    return aim === undefined ? row : { ...row, aim };
  };
  const [late, early] = [middle("launcher", 150, turns), middle("launcher", 10, 60)];
  const others: Row[] = [];
  for (const peer of peers()) others.push(await peerTurn(peer, floor));
  return [
    turn("launcher", "a tool turn / a bare Node", 2.3),
    turn("wrapper", "without the launcher / a bare Node"),
    {
      what: "turns 150-200 / turns 10-60",
      skein: milliseconds(late),
      floor: milliseconds(early),
      value: late / early,
      aim: 1.2,
    },
    ...others,
  ];
}

/** The same of another agent, with its own tool for commands, on its own wire. */
async function peerTurn({ name, wire, task }: Peer, floor: number): Promise<Row> {
  const arrivals: number[] = [];
  await using server = await serveTurns(wire, (body, response) => {
    arrivals.push(performance.now());
    const isLast = arrivals.length % (turns + 1) === 0;
    const part = isLast
      ? ({ type: "text", text: "Done." } as const)
      : shellCallFor(body, `call_${arrivals.length}`, "true");
    response.end(streamOf[wire]([part]));
  });
  const gaps: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { command, args, env } = task(server.url);
    arrivals.length = 0;
    await timeProcess(command, args, env);
    gaps.push(median(arrivals.slice(11).map((at, index) => at - (arrivals[index + 10] ?? at))));
  }
  const value = median(gaps);
  return {
    what: `a tool turn, ${name} / a bare Node`,
    skein: milliseconds(value),
    floor: milliseconds(floor),
    value: value / floor,
  };
}
