/** A name of this server: `localhost:4400`; without a port, the name with any port. Lower case. */
export type HostName = string;

/** What a `Host` header may look like: no user, no path, no trailing dot, no list. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/;

export function isKnownHost(value: string, hosts: readonly HostName[]): boolean {
  const host = value.toLowerCase();
  if (!hostPattern.test(host)) return false;
  return hosts.some((known) => host === known || (!hasPort(known) && host.replace(/:[0-9]+$/, "") === known));
}

/** Whether an `Origin` is a page of this server: `null`, files and extensions of a browser are not. */
export function isKnownOrigin(value: string, hosts: readonly HostName[]): boolean {
  const host = /^https?:\/\/([^/?#@\\]+)$/.exec(value.toLowerCase())?.[1];
  return host !== undefined && isKnownHost(host, hosts);
}

/** @returns `undefined` for what is no name of a host: a URL, a pattern, an address for all interfaces. */
export function hostName(text: string): HostName | undefined {
  const host = text.toLowerCase();
  if (!hostPattern.test(host) || /^(?:0\.0\.0\.0|\[::\])(?::|$)/.test(host)) return undefined;
  return host;
}

function hasPort(host: HostName): boolean {
  return /:[0-9]+$/.test(host);
}
