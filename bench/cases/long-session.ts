import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serveReplies, shellReply, textReply } from "../anthropic-server.ts";
import { median, milliseconds, node, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

const turns = 1000;

/** Writes what the process holds to a file when it ends. */
const probe = `
process.on("exit", () => {
  process.getBuiltinModule("node:fs").writeFileSync(process.env.BENCH_RSS, String(process.memoryUsage.rss()));
});
`;

/** A run of 1,000 turns with one `true` each, journal on, no sandbox: what it holds at its end, and whether turns grow. */
export async function longSession(): Promise<readonly Row[]> {
  await using server = await serveReplies((count) =>
    count < turns - 1 ? shellReply(`t${count}`, "true") : textReply(["Done."]),
  );
  const arrivals: number[] = [];
  server.onRequest = () => void arrivals.push(performance.now());
  const env = benchHome(server.url);
  const file = join(env["HOME"] ?? "", "rss");
  const { peakKb } = await timeProcess(
    node,
    [skein, "run", "-t", "go", "--mode", "auto", "--max-tool-repetitions", "2000", "-q", "--sandbox", "off"],
    {
      ...env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
      BENCH_RSS: file,
    },
  );
  if (arrivals.length !== turns) throw new Error(`${arrivals.length} requests came instead of ${turns}.`);
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at));
  const [early, late] = [median(gaps.slice(10, 60)), median(gaps.slice(-100))];
  const memory = (what: string, bytes: number): Row => {
    const megabytes = bytes / 1024 / 1024;
    return { what, skein: `${Math.round(megabytes)} MB`, floor: "", value: megabytes, aim: 110 };
  };
  return [
    {
      what: "turns 900-1,000 / turns 10-60",
      skein: milliseconds(late),
      floor: milliseconds(early),
      value: late / early,
      aim: 1.1,
    },
    memory("memory at the end of 1,000 turns (MB)", Number(readFileSync(file, "utf8"))),
    memory("peak memory of 1,000 turns (MB)", peakKb * 1024),
  ];
}
