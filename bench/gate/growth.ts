import { findText } from "../../packages/extensions-builtin/src/developer/edits/text-match.ts";
import { stripTerminalCodes, type AttemptModel, type ModelEvent } from "../../packages/protocol/src/index.ts";
import { anthropic } from "../../packages/provider-anthropic/src/index.ts";
import { finishCall, serverSentEvents, withWatchdog } from "../../packages/provider-kit/src/index.ts";
import { openai } from "../../packages/provider-openai/src/index.ts";
import { answerOf, drainedModel, request } from "../decode/read-wire.ts";
import { anthropicWire, chatWire, responsesWire, type Wire } from "../decode/wires.ts";

/** Work whose time has to grow with its size alone, not with the square of it. */
export interface GrowthRow {
  readonly what: string;
  /** The smaller of the two sizes. */
  readonly size: number;
  readonly run: (size: number) => unknown;
}

const factor = 4;
/** Of a time that grows in proportion, `factor`; by squares it would be 16. */
export const mostGrowth = 8;
const rounds = 3;

const never = new AbortController().signal;
const settings = { apiKey: "bench-key-0123456789", env: {} };
const bare = { provider: "bench", id: "bench", limits: {} };
const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index} `);

export const growthRows: readonly GrowthRow[] = [
  {
    what: "terminal codes that never end",
    size: 50_000,
    run: (size) => stripTerminalCodes("\u001b]".repeat(size)),
  },
  {
    what: "a terminal code with a long number",
    size: 1_000_000,
    run: (size) => stripTerminalCodes(`\u001b[${"0".repeat(size)}`),
  },
  {
    what: "one server-sent event in chunks of 1 kB",
    size: 4_000_000,
    run: (size) =>
      drained(
        serverSentEvents(chunksOf(Buffer.from(`data: ${"x".repeat(size)}\n\n`), 1024), { provider: "bench" }),
      ),
  },
  {
    what: "long arguments of a call",
    size: 500_000,
    run: (size) =>
      finishCall({
        id: "1",
        name: "write",
        raw: JSON.stringify({ content: 'x"\\'.repeat(size) }),
        complete: true,
      }),
  },
  {
    what: "events past the watchdog",
    size: 100_000,
    run: (size) => drained(withWatchdog({ ...bare, stream: () => deltasOf(size) }).stream(request, never)),
  },
  {
    what: "Anthropic deltas",
    size: 20_000,
    run: (size) =>
      reply(anthropicWire(words(size)), (send) => anthropic("bench", { ...settings, fetch: send })),
  },
  {
    what: "OpenAI Chat deltas",
    size: 20_000,
    run: (size) =>
      reply(chatWire(words(size)), (send) => openai("bench", { ...settings, api: "chat", fetch: send })),
  },
  {
    what: "OpenAI Responses deltas",
    size: 20_000,
    run: (size) =>
      reply(responsesWire(words(size)), (send) =>
        openai("bench", { ...settings, api: "responses", fetch: send }),
      ),
  },
  {
    what: "a text that nearly is in a file",
    size: 500_000,
    run: (size) => findText("a".repeat(size), `${"a".repeat(1_000)}b`, "x"),
  },
];

/** The processor time of this process for the fourfold size, by that for the size; the least of each. */
export async function growthOf({ size, run }: GrowthRow): Promise<number> {
  const [small, large]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const pair = [
      await processorTime(() => run(size)),
      await processorTime(() => run(size * factor)),
    ] as const;
    if (round === 0) continue;
    small.push(pair[0]);
    large.push(pair[1]);
  }
  return Math.min(...large) / Math.min(...small);
}

async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function* deltasOf(count: number): AsyncGenerator<ModelEvent> {
  for (let index = 0; index < count; index++)
    yield await Promise.resolve({ type: "text-delta", part: 0, delta: "x" });
}

function reply(wire: Wire, model: (send: typeof fetch) => AttemptModel): Promise<number> {
  return drainedModel(model(() => Promise.resolve(answerOf(wire, 16_384))));
}

async function drained(source: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of source) count += 1;
  return count;
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size)
    yield await Promise.resolve(bytes.subarray(from, from + size));
}
