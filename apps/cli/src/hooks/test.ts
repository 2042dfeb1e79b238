import { tryHooks, type TriedHook, type TriedHooks } from "@skein/host/hooks";
import {
  ConfigError,
  exitCodes,
  isJsonObject,
  messageOf,
  type JsonObject,
  type JsonValue,
} from "@skein/protocol";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";
import { knownProviders } from "../providers.ts";
import { whatComesOf } from "./what-comes-of.ts";

interface Wanted {
  readonly tool?: string | undefined;
  readonly input?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function testHooks(event: string, { tool, input, json = false }: Wanted): Promise<number> {
  const tried = await tryHooks(thisMachine(), {
    event,
    tool,
    input: input === undefined ? undefined : objectIn(input),
    cwd: process.cwd(),
    providers: knownProviders,
  });
  const does = whatComesOf(tried);
  if (json) printJson({ ...tried, does });
  else show(tried, does);
  return tried.hooks.some(({ failure }) => failure !== null) ? exitCodes["invalid-output"] : exitCodes.done;
}

function objectIn(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new ConfigError("usage", `--input is not JSON: ${messageOf(error)}.`, { hint: example });
  }
  if (isJsonObject(value)) return value;
  throw new ConfigError("usage", "--input is not a JSON object.", { hint: example });
}

const example = `Write --input '{"command":"ls"}'.`;

function show({ event, hooks }: TriedHooks, does: readonly string[]): void {
  if (hooks.length === 0) return note(`No hook waits for this ${event}.`);
  for (const hook of hooks) showHook(hook);
  print("Skein would:");
  for (const line of does) print(`  ${line}`);
}

function showHook({ type, run, source, sent, exitCode, status, stdout, stderr, failure }: TriedHook): void {
  print(`${type} ${run}  (${source})`);
  print(`  in      ${JSON.stringify(sent)}`);
  if (exitCode !== null) print(`  exit    ${exitCode}`);
  if (status !== null) print(`  status  ${status}`);
  if (stdout.trim() !== "") print(`  out     ${stdout.trim()}`);
  if (stderr.trim() !== "") print(`  err     ${stderr.trim()}`);
  if (failure !== null) print(`  failed  ${failure}`);
}
