import { initLine, resultLine } from "@skein/host/stream-json";
import type { AgentEvent, OutcomeError } from "@skein/protocol";
import { jsonText } from "@skein/terminal";
import type { WithNextStep } from "../wording.ts";
import type { OutputWriter } from "./writer.ts";

type Write = (text: string) => void;

/** One object, at the end. */
export function jsonWriter(write: Write, withNextStep: WithNextStep): OutputWriter {
  return {
    wantsFacts: true,
    init: () => undefined,
    event: () => undefined,
    result: (result, exitCode, facts) =>
      write(`${jsonText(resultLine(worded(result, withNextStep), exitCode, facts), 2)}\n`),
  };
}

/**
 * One object a line: `init`, then the agent's events as they happen, then `result`.
 *
 * @param withDeltas - `false`: whole messages only.
 */
export function streamJsonWriter(
  write: Write,
  withDeltas: boolean,
  withNextStep: WithNextStep,
): OutputWriter {
  const line = (value: object) => write(`${jsonText(value)}\n`);
  return {
    wantsFacts: true,
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
