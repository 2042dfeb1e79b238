import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { AgentEvent, Entry } from "@skein/protocol";
import {
  disconnected,
  emptyView,
  viewOfEntries,
  viewReducer,
  type SessionStep,
  type SessionView,
} from "../src/index.ts";
import { bothSay } from "./both-say.ts";
import { childEntries, play, type Played } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

const numRuns = Number(process.env["SKEIN_VIEW_RUNS"] ?? 30);

function fold(view: SessionView, steps: readonly SessionStep[]): SessionView {
  return steps.reduce(viewReducer, view);
}

function entriesOfRoot({ journals }: Played): readonly Entry[] {
  return journals.get("s") ?? [];
}

it("a journal's entries and the events of its runs lead to the same view", { timeout: 120_000 }, async () => {
  await checkProperty(
    fc.asyncProperty(scenarios, async (scenario) => {
      const played = await play(scenario);
      const byEntries = fold(viewOfEntries(entriesOfRoot(played)), childEntries(played));
      const byEvents = fold(emptyView(), played.steps);
      expect(bothSay(byEvents)).toEqual(bothSay(byEntries));
    }),
    { numRuns },
  );
});

const place = fc.double({ min: 0, max: 1, noNaN: true });

it("whoever reconnects anywhere sees nothing twice and misses nothing", { timeout: 120_000 }, async () => {
  await checkProperty(
    fc.asyncProperty(scenarios, place, place, async (scenario, at, behind) => {
      const played = await play(scenario);
      const all = bothSay(fold(emptyView(), played.steps));
      const connected = fold(emptyView(), played.steps.slice(0, Math.round(at * played.steps.length)));
      // What a journal has when the event comes: at least what the event tells, and often more.
      const ends = seqsOf(played.steps.slice(0, Math.round(at * played.steps.length)), played);
      const last = entriesOfRoot(played).length;
      const root = Math.round((ends.get("s") ?? 0) + behind * behind * (last - (ends.get("s") ?? 0)));
      ends.set("s", root);
      const entries = entriesOfRoot(played).filter(({ seq }) => seq <= root);
      const ofChildren = childEntries(played).filter(
        ({ session, entry }) => entry.seq <= (ends.get(session) ?? 0),
      );
      const rest = stepsBehind(played, ends);
      const fromJournal = fold(viewOfEntries(entries), ofChildren);
      expect(bothSay(fold(fromJournal, rest))).toEqual(all);
      expect(bothSay(fold(fold(disconnected(connected), entries), rest))).toEqual(all);
    }),
    { numRuns },
  );
});

it("entries and events together show what each of them does", { timeout: 120_000 }, async () => {
  await checkProperty(
    fc.asyncProperty(scenarios, async (scenario) => {
      const played = await play(scenario);
      const [entries, seen] = [entriesOfRoot(played), new Set<number>()];
      const both = played.steps.flatMap((step): SessionStep[] => {
        if (step.session !== "s" || step.seq === undefined) return [step];
        const news = entries.filter(({ seq }) => seq <= step.seq! && !seen.has(seq));
        for (const { seq } of news) seen.add(seq);
        return [...news, step, ...news];
      });
      const byEntries = fold(viewOfEntries(entries), childEntries(played));
      expect(bothSay(fold(emptyView(), both))).toEqual(bothSay(byEntries));
    }),
    { numRuns },
  );
});

it(
  "a session that was killed and goes on looks the same live and afterwards",
  { timeout: 120_000 },
  async () => {
    await checkProperty(
      fc.asyncProperty(scenarios, place, scenarios, async (scenario, at, next) => {
        const played = await play({ ...scenario, runs: scenario.runs.slice(0, 1) });
        const seen = played.steps.slice(0, Math.round(at * played.steps.length));
        const ends = seqsOf(seen, played);
        const left = new Map(
          [...played.journals].map(([session, entries]) => [
            session,
            entries.filter(({ seq }) => seq <= (ends.get(session) ?? 0)),
          ]),
        );
        const resumed = await play(next, { journals: left, paths: played.paths });
        const live = fold(disconnected(fold(emptyView(), seen)), resumed.steps);
        const byEntries = fold(viewOfEntries(entriesOfRoot(resumed)), childEntries(resumed));
        expect(bothSay(live)).toEqual(bothSay(byEntries));
      }),
      { numRuns },
    );
  },
);

/** By session, the last entry that the steps tell of. */
function seqsOf(steps: readonly AgentEvent[], { paths }: Played): Map<string, number> {
  const ends = new Map<string, number>([["s", 0], ...[...paths.keys()].map((id) => [id, 0] as const)]);
  for (const step of steps) if (step.seq !== undefined) ends.set(step.session, step.seq);
  return ends;
}

/** What a server sends to somebody who has seen so much of each session: all that came behind its event. */
function stepsBehind({ steps }: Played, ends: ReadonlyMap<string, number>): readonly AgentEvent[] {
  const seen = new Map<string, number>();
  steps.forEach((step, at) => {
    const { session, seq } = step;
    if (seq !== undefined && seq <= (ends.get(session) ?? 0)) seen.set(session, at);
  });
  return steps.filter((step, at) => at > (seen.get(step.session) ?? -1));
}
