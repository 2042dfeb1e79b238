import {
  createTranscript,
  effectiveEntries,
  type AttemptModel,
  type ContextPlan,
  type ContextView,
  type Entry,
  type ModelRequest,
} from "@skein/protocol";

export interface SampleView {
  readonly cause?: ContextView["cause"];
  readonly overflows?: number;
  readonly window?: number;
  readonly wish?: string;
  readonly measured?: ContextView["measured"];
  readonly system?: string;
  readonly tools?: ModelRequest["tools"];
  readonly model?: AttemptModel;
  /** Default: notes with all headings, with the same words each time. */
  readonly ask?: ContextView["ask"];
}

/** A model that rejects requests: compactions ask through the view. */
export const sampleModel: AttemptModel = {
  provider: "sample",
  id: "sample-1",
  limits: {},
  stream() {
    throw new Error("The model of a sample view is asked through the view.");
  },
};

export const sampleNotes =
  "### Goal\nGet the service to start again.\n### Done\nThe settings were read and the port was changed.\n### Open\nRun the tests once more.";

/** The view of a journal that a compaction gets right before a call. */
export function viewOf(journal: readonly Entry[], sample: SampleView = {}): ContextView {
  const { system = "You help with a project.", tools = [], model = sampleModel } = sample;
  const stands = effectiveEntries(journal);
  const transcript = createTranscript(journal);
  return {
    cause: sample.cause ?? "before-call",
    overflows: sample.overflows ?? 0,
    ...(sample.wish === undefined ? {} : { wish: sample.wish }),
    request: { system, tools, messages: transcript.messages(), options: {} },
    model,
    window: sample.window,
    measured: sample.measured,
    entries: transcript.entries(),
    async *read(from = 1, kinds) {
      for (const entry of stands)
        if (entry.seq >= from && (!kinds || kinds.includes(entry.kind))) yield entry;
    },
    ask: sample.ask ?? (() => Promise.resolve(sampleNotes)),
  };
}

/** The journal with a plan's entries appended. */
export function withPlan(journal: readonly Entry[], plan: ContextPlan): Entry[] {
  const entries = [...journal];
  for (const body of plan.entries) {
    const seq = (entries.at(-1)?.seq ?? 0) + 1;
    entries.push({ v: 1, seq, at: 1_700_000_000_000 + seq * 1000, run: null, ...body });
  }
  return entries;
}
