import type { Verdict } from "@skein/protocol";

/** Which hosts a rule is about: `example.com`, `*.example.com`, `127.0.0.1`, `localhost:8080`. */
export interface DomainPattern {
  readonly host: string;
  /** Every name below it, and not itself. */
  readonly isBelow: boolean;
  /** Absent: any. */
  readonly port?: string;
}

/** As URLs write it: lower case, no trailing dot, other letters than ASCII as punycode, numbers as dotted IPv4. */
export function domainPattern(text: string): DomainPattern | undefined {
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
 * Whether the pattern covers an address. One that cannot be parsed, or holds a user's name, is covered by no rule that
 * allows; one that cannot be parsed by each that asks or denies. These also cover every name below the host.
 */
export function coversAddress(
  { host, isBelow, port }: DomainPattern,
  address: string,
  verdict: Verdict,
): boolean {
  const url = parsed(address);
  if (!url || url.hostname === "") return verdict !== "allow";
  const isAllowing = verdict === "allow";
  if (isAllowing && (url.username !== "" || url.password !== "" || !/^https?:$/.test(url.protocol)))
    return false;
  if (port !== undefined && port !== portOf(url)) return false;
  const found = plainHost(url.hostname);
  const isInside = found.endsWith(`.${host}`);
  if (isBelow) return isInside || (!isAllowing && found === host);
  return found === host || (!isAllowing && isInside);
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
