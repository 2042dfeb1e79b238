import { BlockList, isIP } from "node:net";

/**
 * Whether `NO_PROXY` exempts an address from the environment's proxy.
 *
 * @param list - as `NO_PROXY` has it, by comma or space: names, including their subdomains (`example.com`,
 *   `.example.com`, `*.example.com`), addresses, ranges like `10.0.0.0/8`, each with or without a port; `*`
 *   is all. Local addresses never use a proxy.
 */
export function isBypassed(url: URL, list: string): boolean {
  const host = plainHost(url.hostname);
  if (isLoopback(host)) return true;
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== "" && covers(entry, host, port));
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isInRange(entry, host);
  const [, bracketed, name = entry, wantedPort] = /^(?:\[([^\]]+)\]|([^:]+)):?(\d+)?$/.exec(entry) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const wanted = (bracketed ?? name).replace(/^\*?\./, "");
  return host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`));
}

function isInRange(range: string, host: string): boolean {
  const [start = "", bits = ""] = range.split("/");
  const family = isIP(start);
  if (family === 0 || family !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(start, Number(bits), type);
  return list.check(host, type);
}

/** Lower case, without brackets and trailing dot. */
function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

/** Whether a host is this machine, brackets around an address or not. */
export function isLoopback(hostname: string): boolean {
  const host = plainHost(hostname);
  return (
    host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(\.\d+){3}$/.test(host)
  );
}
