import { closeSync, constants, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { defaultClipLimits, defineTool, resultBytes } from "@skein/extension-kit";
import {
  groupedNumber,
  isJsonObject,
  type Tool,
  type ToolContext,
  type ToolFailure,
  type ToolOutcome,
} from "@skein/protocol";
import { fields, flag, integer, optional, text } from "../../fields.ts";
import { mayReportProgress, quietOutput } from "../shell/quiet-output.ts";
import { outputFile } from "../shell/state.ts";
import { readJobOutput, readRawOutput } from "./job-output.ts";
import { commandOf, describeEnd } from "./job-text.ts";
import type { Job, Jobs } from "./jobs.ts";
import { terminalSize } from "./terminal-size.ts";
import { waitUntilStill } from "./wait-until-still.ts";
import { parseAwaited, waitForJob } from "./wait-for-job.ts";
import { loadTerminalKeys, loadTerminalScreen } from "../../later.ts";

const defaultWaitMs = 30_000;
const longestWaitMs = 600_000;
/** Milliseconds after which a job's reaction to input, and the first words of a new job, are usually there. */
export const settleMs = 300;

const inputs = {
  id: optional(text()),
  wait_for: optional(text('"end", "port 3000" or a regular expression')),
  wait_ms: optional(integer({ minimum: 0, maximum: longestWaitMs }, "Default 30000")),
  input: optional(text("Typed into it; end lines with \\n")),
  keys: optional(text('Then, in a terminal: "Escape :wq Enter", "C-c"')),
  from_byte: optional(integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  end: optional(flag()),
};
const inputTool = "job_input";

/** The tools for background jobs: one that the model is told of, and one that types, which needs a permission of its own. */
export function jobTools(jobs: Jobs): readonly Tool[] {
  const job = defineTool({
    name: "job",
    description: "A background job: its output since the last look, and its state. Without id: all jobs.",
    effect: "reads",
    repeat: "once",
    timeoutMs: longestWaitMs + 60_000,
    input: fields(inputs),
    run: (input, context) => (types(input) ? typeElsewhere : lookAt(jobs, input, context)),
  });
  const typing = defineTool({
    name: inputTool,
    description: "Types into a background job, and looks at it.",
    effect: "runs",
    timeoutMs: longestWaitMs + 60_000,
    input: fields({ ...inputs, id: text() }),
    run: (input, context) => lookAt(jobs, input, context),
    // Who approves it must see what it is typed into.
    precheck: async ({ id, input = "", keys }) => {
      const found = jobs.find(id);
      return found
        ? {
            preview: `Into job ${id} (${commandOf(found.record)}):\n${[input, ...(keys === undefined ? [] : [`keys: ${keys}`])].join("\n").trimStart()}`,
          }
        : unknownJob(jobs, id);
    },
  });
  return [
    {
      ...job,
      forwards: (input) => (isJsonObject(input) && types(input) ? { tool: inputTool, input } : undefined),
    },
    { ...typing, isDeferred: true },
  ];
}

function types({ input, keys }: { readonly input?: unknown; readonly keys?: unknown }): boolean {
  return typeof input === "string" || typeof keys === "string";
}

/** Only where no agent passes the call on. */
const typeElsewhere: ToolFailure = {
  kind: "failed",
  message: "Nothing was typed: this tool only reads.",
  hint: `Call ${inputTool} with the same input.`,
};

interface Look {
  readonly id?: string | undefined;
  readonly wait_for?: string | undefined;
  readonly wait_ms?: number | undefined;
  readonly input?: string | undefined;
  readonly keys?: string | undefined;
  readonly from_byte?: number | undefined;
  readonly end?: boolean | undefined;
}

async function lookAt(jobs: Jobs, look: Look, context: ToolContext): Promise<ToolOutcome> {
  const { id, wait_for: wanted, input, keys, end = false } = look;
  if (context.callFolder !== undefined) jobs.discover(dirname(context.callFolder));
  if (id === undefined) return outcomeWith(listOf(jobs));
  const job = jobs.find(id);
  if (!job) return unknownJob(jobs, id);
  const awaited = wanted === undefined ? undefined : parseAwaited(wanted);
  const before = sizeOf(job);
  if (types(look)) {
    const refused = await typeInto(job, input ?? "", keys);
    if (refused) return refused;
    if (!awaited) await settled(job, context);
  }
  const notes: string[] = [];
  if (end) await jobs.stop(job, "model");
  else if (awaited ?? look.wait_ms !== undefined) {
    const ms = look.wait_ms ?? defaultWaitMs;
    const from = look.from_byte ?? (types(look) ? before : 0);
    const { signal, progress } = context;
    const how = await waitForJob(job, awaited ?? { kind: "end" }, { ms, signal, from, progress });
    if (how === "late" && awaited)
      notes.push(`[${JSON.stringify(wanted)} was not seen within ${ms / 1000} s; the job goes on.]`);
    if (how === "ended" && awaited && awaited.kind !== "end")
      notes.push(`[It ended before ${JSON.stringify(wanted)} was seen.]`);
  }
  return outcomeWith([await describeOutput(jobs, job, context, look.from_byte), ...notes].join("\n"));
}

/** Waits for what usually follows what was typed. */
async function settled(job: Job, { signal }: Pick<ToolContext, "signal">): Promise<void> {
  if (job.record.terminal) await waitUntilStill(job, { stillMs: settleMs, mostMs: 10 * settleMs, signal });
  else await Promise.race([job.gone, sleep(settleMs)]);
}

/** What a job has printed or shown since the model last looked, or from a position on, and its state. */
export async function describeOutput(
  jobs: Pick<Jobs, "holdsSecret">,
  job: Job,
  context: Pick<ToolContext, "outputBytes">,
  from?: number,
): Promise<string> {
  if (job.record.terminal && from === undefined) return describeScreen(jobs, job, context);
  const maxBytes = Math.min(defaultClipLimits.maxBytes, resultBytes(context));
  const path = join(job.folder, outputFile);
  const start = from ?? job.seen;
  const isWhole = job.end !== undefined;
  const {
    text: output,
    leftOut,
    next,
    size,
    dropped,
    note,
  } = await readJobOutput(job.folder, { from: start, maxBytes, isWhole });
  job.seen = next;
  job.isEndTold = isWhole;
  const { id, command } = job.record;
  const lost = Math.max(0, dropped - start);
  const { text: shown, dropped: progress } = mayReportProgress(command)
    ? quietOutput(output)
    : { text: output, dropped: 0 };
  const state = job.end ? describeEnd(job.end) : "is running";
  return [
    ...(lost > 0
      ? [`[… ${groupedNumber(lost)} bytes were dropped: of so much output only the newest is kept …]`]
      : []),
    ...(leftOut > lost
      ? [
          `[… ${groupedNumber(leftOut - lost)} bytes left out; ${dropped > 0 ? "what is kept" : "all of it"} is in ${path} …]`,
        ]
      : []),
    shown.trimEnd() || (size > 0 ? "[no new output]" : "[no output]"),
    ...(note === undefined ? [] : [note]),
    ...(progress > 0
      ? [`[${groupedNumber(progress)} lines of progress left out; all of it is in ${path}]`]
      : []),
    `[Job ${id} ${state}. Output until now: ${groupedNumber(size)} bytes${dropped > 0 ? `, of which the first ${groupedNumber(dropped)} were dropped` : ""}.]`,
  ].join("\n");
}

async function describeScreen(
  { holdsSecret }: Pick<Jobs, "holdsSecret">,
  job: Job,
  context: Pick<ToolContext, "outputBytes">,
): Promise<string> {
  const maxBytes = Math.min(defaultClipLimits.maxBytes, resultBytes(context));
  const isWhole = job.end !== undefined;
  const { lookAtScreen } = await loadTerminalScreen();
  const { text: shown, row, column } = await lookAtScreen(job, maxBytes);
  job.isEndTold = isWhole;
  // A secret that goes over two lines is not known as one.
  const isSplit = !holdsSecret(shown) && holdsSecret(shown.replaceAll(/\s*\n\s*/g, ""));
  const { columns, rows } = terminalSize;
  return [
    isSplit ? "[The screen shows a secret, and is not told.]" : shown || "[an empty screen]",
    `[Job ${job.record.id} ${job.end ? describeEnd(job.end) : "is running"}. Terminal of ${columns}x${rows}, cursor in line ${row}, column ${column}.]`,
  ].join("\n");
}

function sizeOf(job: Job): number {
  return readRawOutput(job.folder, { from: 0, maxBytes: 0 }).size;
}

/** Never waits: a job that does not read must not stop the caller. */
async function typeInto(job: Job, input: string, keys: string | undefined): Promise<ToolFailure | undefined> {
  const { id, terminal } = job.record;
  if (keys !== undefined && !terminal) return withoutTerminal(id);
  if (job.end) return { kind: "failed", message: `Nothing was typed: job ${id} ${describeEnd(job.end)}.` };
  const bytes = Buffer.from(terminal ? await typedInTerminal(job, input, keys) : input);
  let file: number | undefined;
  try {
    file = openSync(job.record.input, constants.O_WRONLY | constants.O_NONBLOCK);
    const written = writeSync(file, bytes);
    if (written === bytes.length) return undefined;
    return notAllTyped(id, written, bytes.length);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EAGAIN") return notAllTyped(id, 0, bytes.length);
    return { kind: "failed", message: `Nothing was typed: job ${id} does not read any input.` };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Enter sends a carriage return. */
async function typedInTerminal(job: Job, input: string, keys: string | undefined): Promise<string> {
  const lines = input.replaceAll(/\r?\n/g, "\r");
  if (keys === undefined) return lines;
  const [{ lookAtScreen }, { typedByKeys }] = await Promise.all([loadTerminalScreen(), loadTerminalKeys()]);
  const { isApplication } = await lookAtScreen(job, 0);
  return lines + typedByKeys(keys, isApplication);
}

function withoutTerminal(id: string): ToolFailure {
  return {
    kind: "failed",
    message: `Nothing was typed: job ${id} has no terminal, and takes input alone.`,
    hint: "Use input; keys are for a job that shell has started with pty.",
  };
}

function notAllTyped(id: string, written: number, all: number): ToolFailure {
  return {
    kind: "failed",
    message: `Job ${id} does not read what is typed into it: ${written} of ${all} bytes were taken.`,
    hint: "Look at what it does; a program that does not read its input cannot be told anything.",
  };
}

function listOf(jobs: Jobs): string {
  const list = jobs.list();
  if (list.length === 0) return "No background jobs. Start one with shell and background.";
  return list
    .map(
      (job) =>
        `${job.id}  ${job.end ? describeEnd(job.end) : `running for ${age(job.startedAt)}`}  ${commandOf(job)}`,
    )
    .join("\n");
}

function age(since: number): string {
  const seconds = Math.max(0, Math.round((Date.now() - since) / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function unknownJob(jobs: Jobs, id: string): ToolFailure {
  const list = jobs.list();
  return {
    kind: "failed",
    message: `There is no job ${JSON.stringify(id)}.`,
    hint:
      list.length === 0
        ? "No job was started in this session. Start one with shell and background."
        : `The jobs are ${list.map((job) => job.id).join(", ")}.`,
  };
}

function outcomeWith(said: string): ToolOutcome {
  return { content: [{ type: "text", text: said }] };
}
