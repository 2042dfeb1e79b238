import type { AgentEvent } from "@skein/protocol";

/** What a person is told of an event that is neither text nor a call; `undefined`: nothing. Not yet clean. */
export function describeEvent(event: AgentEvent): string | undefined {
  switch (event.type) {
    case "retry-wait":
      return `Waiting ${(event.ms / 1000).toFixed(1)} s, then again: ${event.reason}`;
    case "reply-restarted":
      return `The reply broke off and is made again: ${event.reason}`;
    case "model-switched":
      return `Now ${event.provider} ${event.model}: ${event.reason}`;
    case "notice":
      return event.text;
    case "compacted":
      return `The conversation was shortened: ${event.hidden} entries are summed up.`;
    case "extension-status":
      return event.status.state === "failed"
        ? `${event.extension} could not start: ${event.status.message}`
        : undefined;
    default:
      return undefined;
  }
}
