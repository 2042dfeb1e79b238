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
  const [connect, resources, frames, bases] = [
    sources.connect,
    sources.resources,
    sources.frames,
    sources.bases,
  ].map((words) => words.filter(isForeignSource));
  const from = (...words: readonly (readonly string[] | string | undefined)[]) => words.flat().join(" ");
  const orNone = (words: readonly string[] | undefined = []) => (words.length === 0 ? "'none'" : from(words));
  return [
    "sandbox allow-scripts allow-forms",
    "default-src 'none'",
    `script-src ${from("'unsafe-inline'", resources)}`,
    `style-src ${from("'unsafe-inline'", resources)}`,
    `img-src ${from("blob: data:", resources)}`,
    `font-src ${from("blob: data:", resources)}`,
    `media-src ${from("blob: data:", resources)}`,
    "worker-src blob:",
    `connect-src ${orNone(connect)}`,
    `frame-src ${orNone(frames)}`,
    `base-uri ${orNone(bases)}`,
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
  const [, host = ""] =
    /^(?:https?|wss?):\/\/((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::[0-9]{1,5})?$/i.exec(source) ?? [];
  const last = host.split(".").at(-1)?.toLowerCase() ?? "";
  return /^[a-z]/.test(last) && !ownNames.has(last);
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
