/** Which hosts are meant: `example.com`, `*.example.com`, `127.0.0.1`, `localhost:8080`. */
export interface HostPattern {
  readonly host: string;
  /** Every name below it, and not itself. */
  readonly isBelow: boolean;
  /** Absent: any. */
  readonly port?: string;
}

/** As URLs write it: lower case, no trailing dot, other letters than ASCII as punycode, numbers as dotted IPv4. */
export function hostPattern(text: string): HostPattern | undefined {
  const isBelow = text.startsWith("*.");
  const plain = isBelow ? text.slice(2) : text;
  if (/[\s/\\@*?#%]|^$/.test(plain)) return undefined;
  const bracketed = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(plain) ? `[${plain}]` : plain;
  const url = parsed(`http://${bracketed}`);
  if (!url || url.hostname === "") return undefined;
  const port = /:(\d+)$/.exec(bracketed)?.[1];
  return { host: plainHost(url.hostname), isBelow, ...(port === undefined ? {} : { port }) };
}

/**
 * Whether the pattern covers an address, a URL.
 *
 * - `exact`, to allow: `example.com` is that host alone. An address that cannot be parsed, holds a user's name or is not of
 *   HTTP is not covered.
 * - `wide`, to ask or deny: every name below the host as well, and every address that cannot be parsed.
 */
export function coversAddress(
  { host, isBelow, port }: HostPattern,
  address: string,
  width: "exact" | "wide",
): boolean {
  const url = parsed(address);
  const isExact = width === "exact";
  if (!url || url.hostname === "") return !isExact;
  if (isExact && (url.username !== "" || url.password !== "" || !/^https?:$/.test(url.protocol)))
    return false;
  if (port !== undefined && port !== portOf(url)) return false;
  const found = plainHost(url.hostname);
  const isInside = found.endsWith(`.${host}`);
  if (isBelow) return isInside || (!isExact && found === host);
  return found === host || (!isExact && isInside);
}

/** Where an address leads: its host as patterns write it, and its port. `undefined` when it cannot be parsed. */
export function destinationOf(address: string): { readonly host: string; readonly port: number } | undefined {
  const url = parsed(address);
  return url && url.hostname !== ""
    ? { host: plainHost(url.hostname), port: Number(portOf(url)) }
    : undefined;
}

function parsed(address: string): URL | undefined {
  // A parser drops tabs and line ends in the middle of a host, and others cut at a NUL.
  return /[\p{Cc} ]/u.test(address) || !URL.canParse(address) ? undefined : new URL(address);
}

function portOf({ port, protocol }: URL): string {
  return port === "" ? (protocol === "https:" ? "443" : "80") : port;
}

/** An IPv4 address inside IPv6 is that address. */
function plainHost(hostname: string): string {
  const plain = hostname.toLowerCase().replace(/\.$/, "");
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(plain) ?? [];
  if (high === undefined || low === undefined) return plain;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join(".");
}
