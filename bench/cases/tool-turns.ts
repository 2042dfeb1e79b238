import { spawnSync } from "node:child_process";
import { serveReplies, shellReply, textReply } from "../anthropic-server.ts";
import { median, milliseconds, node, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

const turns = 200;

/**
 * What a turn with one `true` adds to the shell's own time, with the journal on and no sandbox, which the case `sandbox`
 * measures; and whether it grows.
 */
export async function toolTurns(): Promise<readonly Row[]> {
  await using server = await serveReplies((count) =>
    count % (turns + 1) < turns ? shellReply(`t${count}`, "true") : textReply(["Done."]),
  );
  const arrivals: number[] = [];
  server.onRequest = () => void arrivals.push(performance.now());
  await timeProcess(
    node,
    [skein, "run", "-t", "go", "--mode", "auto", "--max-tool-repetitions", "1000", "-q", "--sandbox", "off"],
    benchHome(server.url),
  );
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at));
  const shell = median(Array.from({ length: turns }, bareShell));
  const turn = median(gaps);
  const late = median(gaps.slice(-50));
  const early = median(gaps.slice(10, 60));
  return [
    {
      what: "a tool turn, beyond the shell's own time (ms)",
      skein: milliseconds(turn),
      floor: milliseconds(shell),
      value: turn - shell,
      aim: 2,
    },
    {
      what: "turns 150-200 / turns 10-60",
      skein: milliseconds(late),
      floor: milliseconds(early),
      value: late / early,
      aim: 1.2,
    },
  ];
}

function bareShell(): number {
  const startedAt = performance.now();
  spawnSync("bash", ["--noprofile", "--norc", "-c", "true"], { stdio: "ignore" });
  return performance.now() - startedAt;
}
