import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { bareRequest } from "../arrivals.ts";
import { milliseconds, node, paired, type Row } from "../measure.ts";
import { peers, type Wire } from "../peers.ts";
import { benchHome, skein } from "../skein.ts";
import { serveTurns, streamOf } from "../wire-server.ts";

const rounds = 15;
const mark = "Quintessential";

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** From the moment that a reply's first words are sent to the moment that the program shows them. */
export async function firstDelta(): Promise<readonly Row[]> {
  await using ours = await openStage("anthropic");
  const env = benchHome(ours.url);
  const run = (...flags: string[]): Program => ({
    command: node,
    args: [skein, "run", "-t", "hello", ...flags],
    env,
  });
  const bare: Program = { command: node, args: [bareRequest, ours.url], env: {} };
  const piped = (program: Program) => ours.delay(program);
  const shown = (program: Program) => ours.delay(inTerminal(program));
  const rows = [
    await row("first delta, in stream-json / a bare program", run("--output-format", "stream-json"), piped),
    ...(existsSync(script) ? [await row("first delta, on a terminal / a bare program", run(), shown)] : []),
  ];
  for (const { name, wire, task } of peers()) {
    await using theirs = await openStage(wire);
    const delay = (program: Program) => (program === bare ? piped(bare) : theirs.delay(program));
    rows.push(await row(`first delta, ${name}, in a pipe / a bare program`, task(theirs.url), delay));
  }
  return rows;

  async function row(
    what: string,
    program: Program,
    delay: (program: Program) => Promise<number>,
  ): Promise<Row> {
    const figures = await paired(
      rounds,
      () => delay(program),
      () => delay(bare),
    );
    const { skein: value, floor, ratio } = figures;
    return { what, skein: milliseconds(value), floor: milliseconds(floor), value: ratio };
  }
}

const script = "/usr/bin/script";

/** In a terminal of its own. */
function inTerminal({ command, args, env }: Program): Program {
  const quoted = [command, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
  return { command: script, args: ["-qec", quoted, "/dev/null"], env: { ...env, TERM: "xterm-256color" } };
}

/** A server that sends a reply up to its first words, and the rest when these were seen. */
async function openStage(wire: Wire) {
  const reply = streamOf[wire]([{ type: "text", text: `${mark} words, and some more.` }]);
  const end = reply.indexOf("\n\n", reply.indexOf(mark)) + 2;
  let sentAt = 0;
  let goOn = (): void => undefined;
  const server = await serveTurns(wire, (_, response) => {
    response.write(reply.slice(0, end));
    sentAt = performance.now();
    goOn = () => void response.end(reply.slice(end));
  });
  return {
    url: server.url,
    async delay({ command, args, env }: Program): Promise<number> {
      const child = spawn(command, args, {
        env: { PATH: process.env["PATH"] ?? "", ...env },
        stdio: ["ignore", "pipe", "ignore"],
      });
      const ended = once(child, "close");
      let [shown, shownAt] = ["", 0];
      child.stdout.on("data", (chunk: Buffer) => {
        shown += chunk.toString();
        if (shownAt > 0 || !shown.includes(mark)) return;
        shownAt = performance.now();
        goOn();
      });
      await ended;
      if (shownAt === 0) throw new Error(`${command} ${args.join(" ")} did not show the reply.`);
      return shownAt - sentAt;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
