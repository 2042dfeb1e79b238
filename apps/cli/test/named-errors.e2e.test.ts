import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

interface Row {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: readonly string[];
}

const rows: Readonly<Record<string, Row>> = {
  "an address of a database by its flag": {
    args: ["ps", "--database-url", "foo"],
    says: ['--database-url cannot be "foo".', "postgres://USER@HOST/DATABASE"],
  },
  "an address of a database by its variable": {
    args: ["ps"],
    env: { SKEIN_DATABASE_URL: "foo" },
    says: ["SKEIN_DATABASE_URL", "postgres://USER@HOST/DATABASE"],
  },
  "a queue without a database": { args: ["serve", "--queue"], says: ["No database is named."] },
  "a port that is not one": { args: ["serve", "--port", "70000"], says: ["give", "--port"] },
  "an address that is not one": { args: ["serve", "--address", "here"], says: ["--address"] },
  "an address without a name": { args: ["serve", "--address", "10.0.0.2"], says: ["Add --allow-host NAME."] },
  "an address of another machine": {
    args: ["serve", "--address", "203.0.113.1", "--allow-host", "x.example.org"],
    says: ["give --address one of its own"],
  },
  "a mode of a workflow": {
    args: ["ci", "--prompt", "x", "--mode", "rude"],
    says: ['The input mode cannot be "rude".', "read-only"],
  },
  "a cost of a workflow": {
    args: ["ci", "--prompt", "x", "--max-cost", "much"],
    says: ['The input max-cost cannot be "much".'],
  },
  "a time of a workflow": {
    args: ["ci", "--prompt", "x", "--max-time", "soon"],
    says: ['The input max-time cannot be "soon".'],
  },
  "turns of a workflow": {
    args: ["ci", "--prompt", "x", "--max-turns", "0"],
    says: ['The input max-turns cannot be "0".'],
  },
  "tokens of an agent": {
    args: ["run", "-t", "x", "--provider", "acp", "--model", "sh -c 'exit 3'", "--max-tokens", "100000"],
    says: ["acp calls models by itself", "Remove the limit"],
  },
  "the cost of an agent": {
    args: ["run", "-t", "x", "--provider", "acp", "--model", "sh -c 'exit 3'", "--max-cost", "1"],
    says: ["acp calls models by itself", "Remove the limit"],
  },
  "a quote that is open": {
    args: ["run", "-t", "x", "--provider", "acp", "--model", "sh -c 'exit 3"],
    says: ["A quote is not closed in the agent's command"],
  },
};

it.for(Object.entries(rows))("names %s, and what to do", async ([, { args, env = {}, says }]) => {
  await using skein = await skeinHome();
  const { exitCode, stderr } = await skein.run(args, env);
  for (const words of says) expect(stderr.toLowerCase()).toContain(words.toLowerCase());
  expect(exitCode).toBe(2);
});

it("names the port and the socket that are in use", async () => {
  await using skein = await skeinHome();
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  const busy = await skein.run(["serve", "--port", String(port)]);
  taken.close();
  expect([busy.exitCode, busy.stderr]).toEqual([2, expect.stringContaining("give another --port")]);
  const folder = join(skein.home, "open");
  mkdirSync(folder, { mode: 0o755 });
  const open = await skein.run(["serve", "--socket", join(folder, "s")]);
  expect([open.exitCode, open.stderr]).toEqual([2, expect.stringContaining("Put --socket into a folder")]);
});
