import { jsonObject } from "@skein/command-line";
import { tryHooks, type TriedHooks } from "@skein/command-line/hooks";
import { exitCodes } from "@skein/protocol";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";
import { knownProviders } from "../providers.ts";
import { triedHookLines, whatComesOf } from "@skein/terminal-chat/hooks";

interface Wanted {
  readonly tool?: string | undefined;
  readonly input?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function testHooks(event: string, { tool, input, json = false }: Wanted): Promise<number> {
  const tried = await tryHooks(thisMachine(), {
    event,
    tool,
    input: input === undefined ? undefined : jsonObject(input, { what: "--input", example }),
    cwd: process.cwd(),
    providers: knownProviders,
  });
  const does = whatComesOf(tried);
  if (json) printJson({ ...tried, does });
  else show(tried, does);
  return tried.hooks.some(({ failure }) => failure !== null) ? exitCodes["invalid-output"] : exitCodes.done;
}

const example = `--input '{"command":"ls"}'`;

function show({ event, hooks }: TriedHooks, does: readonly string[]): void {
  if (hooks.length === 0) return note(`No hook waits for this ${event}.`);
  hooks.flatMap(triedHookLines).forEach(print);
  print("Skein would:");
  for (const line of does) print(`  ${line}`);
}
