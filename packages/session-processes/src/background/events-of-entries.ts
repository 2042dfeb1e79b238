import {
  addUsage,
  type AgentEvent,
  type AgentEventBody,
  type Entry,
  type StopReason,
  type Usage,
} from "@skein/protocol";
import { sessionEvent } from "@skein/agent";

/**
 * What a journal says of runs, as the events of these runs: whole replies, each with its text as one delta. Retries, progress
 * and subagents are not in it.
 *
 * @param session - whose journal it is.
 * @returns the events of the next entry; entries are to be given in their order.
 */
export function eventsOfEntries(session: string): (entry: Entry) => readonly AgentEvent[] {
  let run = emptyRun(0);
  let said = { provider: "", model: "" };

  /** A turn ends with its last call. */
  function endOfTurn(): readonly AgentEventBody[] {
    const { stop, turns: turn, lastUsage: usage } = run;
    run.stop = undefined;
    return stop === undefined ? [] : [{ type: "turn-end", turn, stop, usage }];
  }

  function bodiesOf(entry: Entry): readonly AgentEventBody[] {
    switch (entry.kind) {
      case "run-start":
        run = emptyRun(entry.at);
        return [{ type: "run-start", run: entry.run ?? "", input: entry.input }];
      case "settings":
        said = { provider: entry.provider, model: entry.model };
        return ofSession(entry);
      case "user-message":
        return [...endOfTurn(), { type: "user-message", from: entry.from, content: entry.content }];
      case "model-result":
        if (!entry.error) said = { provider: entry.provider, model: entry.model };
        run = {
          ...run,
          usage: addUsage(run.usage, entry.usage),
          costUsd: sumOf(run.costUsd, entry.costUsd ?? (entry.error ? 0 : undefined)),
          lastUsage: entry.usage,
        };
        return [];
      case "assistant-message": {
        const { content, stop = "other", partial } = entry;
        if (partial === "cut-off") return [{ type: "reply-cut-off", content }];
        if (partial === "restarted") return [];
        const ended = endOfTurn();
        const turn = ++run.turns;
        run.stop = stop;
        return [
          ...ended,
          { type: "turn-start", turn },
          ...content.flatMap((part, at): readonly AgentEventBody[] =>
            part.type === "text" ? [{ type: "text-delta", part: at, delta: part.text }] : [],
          ),
          { type: "message", role: "assistant", content, stop, ...said },
        ];
      }
      case "tool-intent": {
        const { callId, tool, extension, effect, input } = entry;
        return [{ type: "tool-start", callId, tool, extension, effect, input }];
      }
      case "tool-result": {
        const { callId, name: tool, content, failure, structured, durationMs, artifacts, app } = entry;
        const more = {
          ...(failure ? { failure: failure.kind } : {}),
          ...(structured === undefined ? {} : { structured }),
          ...(artifacts ? { artifacts } : {}),
          ...(app ? { app } : {}),
        };
        return [{ type: "tool-end", callId, tool, content, durationMs, ...more }];
      }
      case "question":
        return [{ type: "question", question: entry.question }];
      case "notice":
        return entry.audience === "model" ? [] : [{ type: "notice", level: entry.level, text: entry.text }];
      case "outcome": {
        const { outcome, error, turns } = entry;
        const { usage, costUsd, startedAt } = run;
        return [
          ...endOfTurn(),
          {
            type: "outcome",
            outcome,
            ...(error ? { error } : {}),
            turns,
            usage,
            ...(costUsd === undefined ? {} : { costUsd }),
            durationMs: Math.max(0, entry.at - startedAt),
          },
        ];
      }
      default:
        return ofSession(entry);
    }
  }

  return (entry) => {
    const bodies = bodiesOf(entry);
    // The last one says where a reader is that has seen all of them.
    return bodies.map((body, at) => ({
      session,
      path: [],
      ...(at === bodies.length - 1 ? { seq: entry.seq } : {}),
      ...body,
    }));
  };
}

function ofSession(entry: Entry): readonly AgentEventBody[] {
  const event = sessionEvent(entry);
  return event ? [event] : [];
}

interface RunSoFar {
  readonly startedAt: number;
  readonly usage: Usage;
  readonly lastUsage: Usage;
  /** Absent once a call's price is unknown. */
  readonly costUsd: number | undefined;
  turns: number;
  /** Of the reply whose turn is on. */
  stop: StopReason | undefined;
}

function emptyRun(startedAt: number): RunSoFar {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return { startedAt, usage, lastUsage: {}, costUsd: 0, turns: 0, stop: undefined };
}

function sumOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}
