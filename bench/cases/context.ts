import { createCompaction, recallExtension } from "../../packages/compaction/src/index.ts";
import { sampleSession, viewOf, type SampleTurn } from "../../packages/compaction/src/conformance/index.ts";
import { memoryJournal, type ToolContext } from "../../packages/protocol/src/index.ts";
import { median, milliseconds, type Row } from "../measure.ts";

const rounds = 15;
const questions = [
  "What does the gateway answer when a token is stale?",
  "src/module-77/index.ts",
  "retry after the third request",
  "TypeError undefined cartTotal",
];

/** Looking at a long conversation before each call, when nothing is to do; and finding something in a long session. */
export async function context(): Promise<readonly Row[]> {
  return [await planning(), await recalling()];
}

function working(turns: number): readonly SampleTurn[] {
  return Array.from({ length: turns }, (_, index): SampleTurn => ({
    ...(index % 20 === 0
      ? { user: `Now look at module ${index}, and keep the folder legacy as it is.` }
      : {}),
    said: `I read src/module-${index % 200}/index.ts and run its tests.`,
    results: [
      Array.from(
        { length: 8 },
        (__, line) =>
          `module ${index} line ${line}: request ${(index * 31 + line) % 997} took ${index % 90} ms, retry after ${line}`,
      ).join("\n"),
    ],
  }));
}

async function planning(): Promise<Row> {
  const journal = sampleSession(working(1_000));
  const asked = journal.findLast((entry) => entry.kind === "model-request");
  const measured = { request: asked?.seq ?? 0, inputTokens: 180_000, outputTokens: 200 };
  const { signal } = new AbortController();
  const [plans, floors]: [number[], number[]] = [[], []];
  let messages = 0;
  const compaction = createCompaction();
  for (let round = 0; round <= rounds; round++) {
    const view = viewOf(journal, { window: 1_000_000, measured });
    messages = view.request.messages.length;
    const startedAt = performance.now();
    const { entries } = await compaction.plan(view, signal);
    const endedAt = performance.now();
    if (entries.length > 0) throw new Error("There was something to do.");
    JSON.stringify(view.request);
    if (round === 0) continue; // all is counted once
    plans.push(endedAt - startedAt);
    floors.push(performance.now() - endedAt);
  }
  return {
    what: `plan() of ${messages} messages, nothing to do / their JSON`,
    skein: milliseconds(median(plans)),
    floor: milliseconds(median(floors)),
    value: median(plans) / median(floors),
    aim: 1,
  };
}

async function recalling(): Promise<Row> {
  const store = memoryJournal();
  const entries = sampleSession(working(2_500));
  await store.append("bench", 0, entries);
  const recall = recallExtension((session, from, kinds) => store.read(session, from, kinds));
  const texts = entries.flatMap((entry) =>
    entry.kind === "tool-result" ? [JSON.stringify(entry.content)] : [],
  );
  const toolContext: ToolContext = {
    session: "bench",
    callId: "bench",
    cwd: "/",
    signal: new AbortController().signal,
    progress: () => undefined,
    callFolder: undefined,
  };
  const [ours, floors]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    for (const query of questions) {
      const startedAt = performance.now();
      await recall.callTool("recall", { query }, toolContext);
      const endedAt = performance.now();
      for (const text of texts) text.toLowerCase().indexOf(query);
      if (round === 0) continue;
      ours.push(endedAt - startedAt);
      floors.push(performance.now() - endedAt);
    }
  }
  return {
    what: `recall in ${entries.length} entries / one pass over their texts`,
    skein: milliseconds(median(ours)),
    floor: milliseconds(median(floors)),
    value: median(ours) / median(floors),
  };
}
