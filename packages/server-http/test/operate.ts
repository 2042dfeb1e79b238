import { expect } from "vitest";
import { operations } from "../src/index.ts";
import { readEvents, type Served } from "./served.ts";

/** Runs a message to its end. */
export async function run(served: Served, session: string, input: unknown): Promise<void> {
  // From what comes next, and not from now on: a fast run could be over before the reader is there.
  const { entries } = (await served.ask("GET", `/sessions/${session}/entries`)).body;
  const next = (entries?.at(-1)?.seq ?? 0) + 1;
  const ended = (async () => {
    for await (const { data } of readEvents(served, `/sessions/${session}/events?from=${next}`))
      if (data.type === "outcome") return;
  })();
  const { status, body } = await served.ask("POST", `/sessions/${session}/messages`, { input });
  expect([status, body.error]).toEqual([200, undefined]);
  await ended;
}

/** The answer of an operation, which must be as its schema says. */
export async function answerOf(served: Served, id: string, values: Record<string, unknown> = {}) {
  const { method, path, output } = operations.find((one) => one.id === id)!;
  const used = new Set<string>();
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (used.add(name), String(values[name])));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !used.has(name)));
  const query = method === "POST" ? "" : `?${new URLSearchParams(rest as Record<string, string>)}`;
  const { status, body } = await served.ask(method, `${filled}${query}`, rest);
  expect([status, body.error]).toEqual([200, undefined]);
  return typeof output === "string" ? body : (output.parse(body) as typeof body);
}
