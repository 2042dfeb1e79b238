import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, node, paired, type Row } from "../measure.ts";

const program = fileURLToPath(new URL("../screen/draw.ts", import.meta.url));
const rounds = 5;

interface Figures {
  readonly cpuMs: number;
  readonly rss: number;
  readonly frames?: readonly number[];
  readonly deltas?: number;
  readonly bytes?: number;
}

/** What it costs to draw a chat, beside a program that writes the same text as it comes. Each in a process of its own. */
export async function screen(): Promise<readonly Row[]> {
  const answers: Figures[] = [];
  const bare: Figures[] = [];
  const cpu = await paired(
    rounds,
    async () => kept(answers, figuresOf("answer", "skein")).cpuMs,
    async () => kept(bare, figuresOf("answer", "bare")).cpuMs,
  );
  const memory = await paired(
    rounds,
    async () => figuresOf("session", "skein").rss / 1e6,
    async () => figuresOf("session", "bare").rss / 1e6,
  );
  const frames = answers.flatMap((one) => one.frames ?? []).toSorted((a, b) => a - b);
  const perThousand = ({ bytes = 0, deltas = 1 }: Figures) => (bytes / deltas) * 1_000;
  const [ours, theirs] = [median(answers.map(perThousand)), median(bare.map(perThousand))];
  const frame = (what: string, ms: number, aim: number): Row => ({
    what,
    skein: `${ms.toFixed(2)} ms`,
    floor: "",
    value: ms,
    aim,
  });
  return [
    frame("a frame of a streaming answer, median (ms)", median(frames), 8),
    frame("the same, 99 of 100 (ms)", frames[Math.floor(frames.length * 0.99)] ?? Number.NaN, 16),
    {
      what: "bytes to the terminal per 1,000 deltas / writing them bare",
      skein: `${Math.round(ours / 1_000)} kB`,
      floor: `${Math.round(theirs / 1_000)} kB`,
      value: ours / theirs,
    },
    {
      what: "processor time of an answer of 91 kB / a program that writes it",
      skein: `${Math.round(cpu.skein)} ms`,
      floor: `${Math.round(cpu.floor)} ms`,
      value: cpu.ratio,
    },
    {
      what: "memory after 2,000 messages / a program that writes them",
      skein: `${Math.round(memory.skein)} MB`,
      floor: `${Math.round(memory.floor)} MB`,
      value: memory.ratio,
    },
  ];
}

function figuresOf(...words: readonly string[]): Figures {
  const { status, stderr } = spawnSync(node, [program, ...words], { encoding: "utf8", maxBuffer: 1e9 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stderr) as Figures;
}

function kept(all: Figures[], one: Figures): Figures {
  all.push(one);
  return one;
}
