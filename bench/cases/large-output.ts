import { serveReplies, shellReply, textReply } from "../anthropic-server.ts";
import { milliseconds, node, paired, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

const megabytes = 5;
const command = (size: number) => `yes 'a line of output' | head -c ${size}`;

/** What five megabytes of output cost a run more than one line does, by what they cost a bare Node that reads them. */
export async function largeOutput(): Promise<readonly Row[]> {
  let size = 0;
  await using server = await serveReplies((count) =>
    count % 2 === 0 ? shellReply(`t${count}`, command(size)) : textReply(["Done."]),
  );
  const env = benchHome(server.url);
  const peaks: number[] = [];
  const run = async (bytes: number) => {
    size = bytes;
    // In an empty folder: a checkpoint of this repository would be measured along.
    const argv = [skein, "run", "-t", "go", "--mode", "auto", "-q"];
    const finished = await timeProcess(node, argv, env, env["HOME"]);
    if (bytes > 1_000) peaks.push(finished.peakKb);
    return finished.ms;
  };
  const bare = `const { execFileSync } = require("node:child_process");
    execFileSync("bash", ["-c", process.argv[1]], { maxBuffer: 1e9 }).toString().length;`;
  const bytes = megabytes * 1024 * 1024;
  const figures = await paired(
    9,
    async () => Math.max(0, (await run(bytes)) - (await run(100))),
    async () => {
      const large = await timeProcess(node, ["-e", bare, command(bytes)]);
      const small = await timeProcess(node, ["-e", bare, command(100)]);
      return Math.max(0.1, large.ms - small.ms);
    },
  );
  return [
    {
      what: "5 MB of tool output, beyond a small one / a bare Node",
      skein: milliseconds(figures.skein),
      floor: milliseconds(figures.floor),
      value: figures.ratio,
      aim: 1.6,
    },
    {
      what: "peak memory of that run (MB)",
      skein: `${Math.round(Math.max(...peaks) / 1024)} MB`,
      floor: "",
      value: Math.max(...peaks) / 1024,
      aim: 90,
    },
  ];
}
