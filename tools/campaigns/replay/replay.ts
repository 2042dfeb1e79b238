import { parseArgs } from "node:util";
import { replaySession } from "../../../packages/agent/src/replay/index.ts";
import type { Entry, ModelRequest } from "../../../packages/protocol/src/index.ts";
import { sqliteJournal } from "../../../packages/sessions/src/index.ts";
import { closeWorld, tryToReach } from "./closed-world.ts";
import { wireBody } from "./wire-body.ts";
import { wires } from "./wires.ts";

// node tools/campaigns/replay/replay.ts SESSIONS SESSION --wire NAME --url URL [--change]: replays a session in a world without
// sockets, programs and keys, and prints one line of JSON. 0: all requests are the same. 1: one is not.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    wire: { type: "string", default: "" },
    url: { type: "string", default: "" },
    change: { type: "boolean", default: false },
  },
});
const [folder = "", session = ""] = positionals;

/** What the replay tells whoever started it. */
export interface ReplayReport {
  readonly requests: number;
  readonly equal: number;
  readonly drift: number;
  readonly differences: readonly string[];
  /** Of each request, in order, with the number of attempts that were made. */
  readonly bodies: readonly { readonly body: string; readonly attempts: number }[];
  /** What came of trying to reach the server: before this process closed itself off, and after. */
  readonly reached: { readonly before: string; readonly after: string };
  /** Names in the environment. */
  readonly environment: readonly string[];
}

const before = await tryToReach(values.url);
closeWorld();
const after = await tryToReach(values.url);

const journal = sqliteJournal(folder);
const entries: Entry[] = [];
for await (const entry of journal.read(session)) entries.push(entry);
const made: { readonly seq: number | undefined; readonly request: ModelRequest }[] = [];
const replay = await replaySession({
  entries,
  blob: (hash) => journal.blob(session, hash),
  onRequest: ({ seq, replayed }) => replayed && made.push({ seq, request: replayed }),
  ...(values.change
    ? { context: (told) => ({ ...told, system: told.system.replace("one sentence", "one Sentence") }) }
    : {}),
});

const attempts = new Map(
  entries.flatMap((entry) => (entry.kind === "model-result" ? [[entry.request, entry.attempts]] : [])),
);
const wire = wires[values.wire];
const bodies: { body: string; attempts: number }[] = [];
for (const { seq = 0, request } of wire ? made : [])
  bodies.push({ body: await wireBody(wire!, request), attempts: attempts.get(seq) ?? 1 });

const report: ReplayReport = {
  requests: replay.requests,
  equal: replay.equal,
  drift: replay.drift.length,
  bodies,
  differences: replay.differences.map(({ seq, difference }) => `request at ${seq}: ${difference}`),
  reached: { before, after },
  environment: Object.keys(process.env),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exitCode = replay.differences.length === 0 && replay.equal === replay.requests ? 0 : 1;
