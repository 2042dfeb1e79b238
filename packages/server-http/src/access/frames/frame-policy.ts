/** Where a foreign page says that it loads from and connects to. */
export interface FrameSources {
  readonly connect: readonly string[];
  readonly resources: readonly string[];
  readonly frames: readonly string[];
  readonly bases: readonly string[];
}

/**
 * The Content Security Policy of a foreign page. It runs in a sandbox without an origin: no cookies, no storage, no window
 * but its own. It loads only what is in it, and what it declared of other machines: never of this one or of its network.
 *
 * @param ancestors - origins whose pages may show it.
 */
export function framePolicy(sources: FrameSources, ancestors: readonly string[]): string {
  const resources = sources.resources.filter(isForeignSource);
  const from = (words: string) => [words, ...resources].join(" ");
  const orNone = (words: readonly string[]) => (words.length === 0 ? "'none'" : words.join(" "));
  return [
    "sandbox allow-scripts allow-forms",
    "default-src 'none'",
    `script-src ${from("'unsafe-inline'")}`,
    `style-src ${from("'unsafe-inline'")}`,
    `img-src ${from("blob: data:")}`,
    `font-src ${from("blob: data:")}`,
    `media-src ${from("blob: data:")}`,
    "worker-src blob:",
    `connect-src ${orNone(sources.connect.filter(isForeignSource))}`,
    `frame-src ${orNone(sources.frames.filter(isForeignSource))}`,
    `base-uri ${orNone(sources.bases.filter(isForeignSource))}`,
    "object-src 'none'",
    "form-action 'none'",
    `frame-ancestors ${orNone(ancestors)}`,
  ].join("; ");
}

/**
 * A source that leads to another machine, by a name of at least two labels: no address, no name of this machine or its
 * network, and nothing that would end the directive.
 */
export function isForeignSource(source: string): boolean {
  const last = /^(?:https?|wss?):\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+([a-z][a-z0-9-]*)(?::[0-9]{1,5})?$/i.exec(
    source,
  )?.[1];
  return last !== undefined && !ownNames.has(last.toLowerCase());
}

/** Last labels of names that lead to this machine or its network. */
const ownNames: ReadonlySet<string> = new Set([
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "lan",
  "home",
  "corp",
  "private",
  "arpa",
]);
