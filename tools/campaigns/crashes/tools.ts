import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Repeat, Tool } from "../../../packages/protocol/src/index.ts";

/** Where in the working folder every effect leaves a line: its kind and what it belongs to. */
export const effectsFile = "effects";

/** Tools whose only effect is a line with the id of the call. */
export function effectTools(): readonly Tool[] {
  let isBusy = false;
  return [
    effectTool("once", "once"),
    effectTool("safe", "safe"),
    {
      ...effectTool("shared", "once"),
      resources: () => ["chaos:shared"],
      async call(input, context) {
        if (isBusy) throw new Error("Two calls had the same resource at once.");
        isBusy = true;
        try {
          return await effect("shared", input, context);
        } finally {
          isBusy = false;
        }
      },
    },
  ];
}

function effectTool(name: string, repeat: Repeat): Tool {
  return {
    name,
    description: `Adds a line; ${repeat}.`,
    inputSchema: { type: "object", properties: { ms: { type: "number" } } },
    effect: "writes",
    repeat,
    check: (value) => ({ ok: true, value }),
    call: (input, context) => effect(name, input, context),
  };
}

async function effect(name: string, input: unknown, { callId, cwd }: Parameters<Tool["call"]>[1]) {
  const { ms } = input as { readonly ms: number };
  await sleep(ms);
  const file = openSync(join(cwd, effectsFile), "a");
  writeSync(file, `${name} ${callId}\n`);
  fsyncSync(file);
  closeSync(file);
  await sleep(ms);
  return { content: [{ type: "text" as const, text: `${name} ${callId} is done` }] };
}
