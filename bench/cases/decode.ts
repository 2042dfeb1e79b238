import type { AttemptModel } from "../../packages/protocol/src/index.ts";
import { anthropic } from "../../packages/provider-anthropic/src/index.ts";
import { bedrock } from "../../packages/provider-bedrock/src/index.ts";
import { google } from "../../packages/provider-google/src/index.ts";
import { ollama } from "../../packages/provider-ollama/src/index.ts";
import { openai } from "../../packages/provider-openai/src/index.ts";
import * as floors from "../decode/floors.ts";
import type { RawLoop } from "../decode/floors.ts";
import { answerOf, drainedModel } from "../decode/read-wire.ts";
import * as wires from "../decode/wires.ts";
import type { Wire } from "../decode/wires.ts";
import { milliseconds, paired, type Row } from "../measure.ts";

const deltas = Array.from({ length: 20_000 }, (_, count) => `word ${count}, `);
const length = deltas.join("").length;
const [warmUp, rounds, streams] = [2, 7, 4];

/** As a fast network brings them, and about one event at a time, as a model writes them. */
const chunks = [
  { bytes: 65_536, name: "64 kB chunks", aim: 1.15 },
  { bytes: 200, name: "chunks of 200 bytes", aim: undefined },
];

interface Case {
  readonly name: string;
  readonly wire: Wire;
  readonly model: (settings: Settings) => AttemptModel;
  readonly floor: (send: typeof fetch) => RawLoop;
  /** Of one event of the floor. */
  readonly deltaText: (event: never) => string | undefined;
}

interface Settings {
  readonly apiKey: string;
  readonly env: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
}

const cases: readonly Case[] = [
  {
    name: "Anthropic / its SDK's events",
    wire: wires.anthropicWire(deltas),
    model: (settings) => anthropic("bench", settings),
    floor: floors.anthropicLoop,
    deltaText: (event: { delta?: { text?: string } }) => event.delta?.text,
  },
  {
    name: "OpenAI Responses / its SDK's events",
    wire: wires.responsesWire(deltas),
    model: (settings) => openai("bench", { ...settings, api: "responses" }),
    floor: floors.responsesLoop,
    deltaText: (event: { delta?: string }) => event.delta,
  },
  {
    name: "OpenAI Chat / its SDK's chunks",
    wire: wires.chatWire(deltas),
    model: (settings) => openai("bench", { ...settings, api: "chat" }),
    floor: floors.chatLoop,
    deltaText: (event: { choices: { delta: { content?: string } }[] }) => event.choices[0]?.delta.content,
  },
  {
    name: "Google / its SDK's chunks",
    wire: wires.googleWire(deltas),
    model: (settings) => google("bench", settings),
    floor: floors.googleLoop,
    deltaText: (event: { candidates: { content: { parts: { text: string }[] } }[] }) =>
      event.candidates[0]?.content.parts[0]?.text,
  },
  {
    name: "Bedrock / a bare reader of frames",
    wire: wires.bedrockWire(deltas),
    model: (settings) => bedrock("bench", { ...settings, region: "eu-central-1" }),
    floor: floors.bedrockLoop,
    deltaText: (event: { contentBlockDelta?: { delta: { text: string } } }) =>
      event.contentBlockDelta?.delta.text,
  },
  {
    name: "Ollama / a bare reader of lines",
    wire: wires.ollamaWire(deltas),
    model: (settings) => ollama("bench", settings),
    floor: floors.ollamaLoop,
    deltaText: (event: { message: { content: string } }) => event.message.content,
  },
];

/**
 * Reading a stream of 20,000 deltas from memory, by a vendor's own loop over the same bytes: processor time of this
 * process, all its threads. No network, so that nothing but reading counts.
 */
export async function decode(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const chunk of chunks) {
    for (const { name, wire, model, floor, deltaText } of cases) {
      const send: typeof fetch = () => Promise.resolve(answerOf(wire, chunk.bytes));
      const ours = model({ apiKey: "bench-key-0123456789", env: {}, fetch: send });
      const theirs = floor(send);
      const skein = () => processorTime(() => drainedModel(ours));
      const raw = () => processorTime(() => drainedLoop(theirs, deltaText));
      await paired(warmUp, skein, raw);
      const figures = await paired(rounds, skein, raw);
      rows.push({
        what: `20,000 deltas in ${chunk.name}, ${name}`,
        skein: milliseconds(figures.skein),
        floor: milliseconds(figures.floor),
        value: figures.ratio,
        ...(chunk.aim === undefined ? {} : { aim: chunk.aim }),
      });
    }
  }
  return rows;
}

async function drainedLoop(loop: RawLoop, deltaText: Case["deltaText"]): Promise<number> {
  let read = 0;
  for await (const event of await loop()) read += deltaText(event as never)?.length ?? 0;
  return read;
}

/** Of one stream. Several in a row, so that each side pays for its own garbage. */
async function processorTime(drain: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < streams; count++) {
    const read = await drain();
    if (read !== length) throw new Error(`${read} characters of ${length} were read.`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / streams;
}
