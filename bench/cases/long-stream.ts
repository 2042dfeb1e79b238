import { serveReplies, textReply } from "../anthropic-server.ts";
import { milliseconds, node, paired, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

const deltas = Array.from({ length: 20_000 }, (_, count) => `word ${count} `);

/** Reads the same stream and parses every event, with nothing around it. */
const bareReader = `
const response = await fetch(process.env.ANTHROPIC_BASE_URL, { method: "POST", body: "{}" });
let rest = "", text = "";
for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) if (line.startsWith("data: ")) text += JSON.parse(line.slice(6)).delta?.text ?? "";
}
process.stdout.write(text);
`;

export async function longStream(): Promise<readonly Row[]> {
  const body = textReply(deltas);
  await using server = await serveReplies(() => body);
  const env = benchHome(server.url);
  const [ours, bare]: [number[], number[]] = [[], []];
  const figures = await paired(
    9,
    async () => {
      const run = await timeProcess(node, [skein, "run", "-t", "go"], env);
      ours.push(run.peakKb);
      return run.ms;
    },
    async () => {
      const run = await timeProcess(node, ["--input-type=module", "-e", bareReader], env);
      bare.push(run.peakKb);
      return run.ms;
    },
  );
  const [ourPeak, barePeak] = [Math.max(...ours), Math.max(...bare)];
  return [
    {
      what: "a stream of 20,000 deltas / reading it raw",
      skein: milliseconds(figures.skein),
      floor: milliseconds(figures.floor),
      value: figures.ratio,
      aim: 1.5,
    },
    {
      what: "peak memory of that / reading it raw",
      skein: `${Math.round(ourPeak / 1024)} MB`,
      floor: `${Math.round(barePeak / 1024)} MB`,
      value: ourPeak / barePeak,
      aim: 2,
    },
  ];
}
