import type { ModelRequest } from "@skein/protocol";

/**
 * The first request whose content does not begin with that of the request before it, in the vendor's cache order: system
 * prompt, tools, messages. `undefined`: none.
 */
export function firstUnlike(requests: readonly ModelRequest[]): number | undefined {
  const texts = requests.map(({ system, tools, messages }) => [
    system,
    JSON.stringify(tools),
    ...messages.map((message) => JSON.stringify(message)),
  ]);
  const found = texts.findIndex((parts, at) => texts[at - 1]?.some((part, index) => part !== parts[index]));
  return found === -1 ? undefined : found;
}
