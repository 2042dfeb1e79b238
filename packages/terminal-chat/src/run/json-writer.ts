import { initLine, resultLine } from "@skein/session-transfer/stream-json";
import type { AgentEvent, OutcomeError } from "@skein/protocol";
import { jsonText } from "@skein/terminal";
import type { WithNextStep } from "../wording.ts";
import type { OutputWriter } from "./writer.ts";

type Write = (text: string) => void;

interface JsonWriterOptions {
  /** The result has the messages of the run. */
  readonly withMessages: boolean;
}

/** One object, at the end. */
export function jsonWriter(
  write: Write,
  withNextStep: WithNextStep,
  { withMessages: wantsMessages }: JsonWriterOptions,
): OutputWriter {
  return {
    wantsFacts: true,
    wantsMessages,
    init: () => undefined,
    event: () => undefined,
    result: (result, exitCode, facts) =>
      write(`${jsonText(resultLine(worded(result, withNextStep), exitCode, facts), 2)}\n`),
  };
}

/**
 * One object a line: `init`, then the agent's events as they happen, then `result`.
 *
 * @param options.withDeltas - `false`: whole messages only.
 */
export function streamJsonWriter(
  write: Write,
  withNextStep: WithNextStep,
  { withDeltas, withMessages: wantsMessages }: JsonWriterOptions & { readonly withDeltas: boolean },
): OutputWriter {
  const line = (value: object) => write(`${jsonText(value)}\n`);
  return {
    wantsFacts: true,
    wantsMessages,
    init: (info) => line(initLine(info)),
    event: (event) => {
      if (withDeltas || !("delta" in event)) line(wordedEvent(event, withNextStep));
    },
    result: (result, exitCode, facts) => line(resultLine(worded(result, withNextStep), exitCode, facts)),
  };
}

function wordedEvent(event: AgentEvent, withNextStep: WithNextStep): AgentEvent {
  return "error" in event && event.error ? worded(event, withNextStep) : event;
}

/** What a program reads says what to type next, as what a person reads does. */
function worded<Ended extends { readonly error?: OutcomeError }>(
  ended: Ended,
  withNextStep: WithNextStep,
): Ended {
  return ended.error === undefined ? ended : { ...ended, error: withNextStep(ended.error) };
}
