import type { Usage } from "@skein/protocol";
import type { ChildRegistry } from "./registry.ts";
import { replies } from "./prompts.ts";

/** The background children, one per line: first the running ones, then those that have ended. */
export function childList(registry: ChildRegistry, now: number): string {
  const live = registry.live().filter(({ background }) => background);
  const lines = [
    ...live.map(
      (child) =>
        `${child.id} "${child.name}": ${child.state()}, ${turns(child.turns())}, ${tokens(child.usage())}, since ${duration(now - child.startedAt)}`,
    ),
    ...registry
      .ended()
      .map(
        (child) =>
          `${child.id} "${child.name}": ended as ${child.outcome}, ${turns(child.turns)}, ${cost(child.costUsd)}, after ${duration(child.durationMs)}`,
      ),
  ];
  return lines.length === 0 ? replies.noneInBackground : lines.join("\n");
}

function turns(count: number): string {
  return count === 1 ? "1 turn" : `${count} turns`;
}

/** The cost is known when it has ended. */
function tokens({ input = 0, cacheRead = 0, cacheWrite = 0, output = 0 }: Usage): string {
  return `${input + cacheRead + cacheWrite} tokens in, ${output} out`;
}

function cost(usd: number | undefined): string {
  return usd === undefined ? "cost unknown" : `$${usd.toFixed(4)}`;
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
