import type { RefusedConnection } from "@skein/platform/hosts";
import { servePort, serveProxy } from "./filtering-proxy.ts";
import { readHosts } from "./host-list.ts";
import { openNetwork, type NetworkPrograms, type SandboxNetwork } from "./sandbox-network.ts";

/** A network from which only some hosts can be reached. */
export interface Egress extends Pick<SandboxNetwork, "enter" | "close"> {
  /** By which programs find the proxy. */
  readonly env: Readonly<Record<string, string>>;
  /** How many connections were refused so far. */
  readonly refusedCount: () => number;
  /** What was refused since then. */
  readonly refusedSince: (count: number) => readonly RefusedConnection[];
}

/** Only the latest are kept. */
const mostRefusals = 100;

export async function openEgress(programs: NetworkPrograms, hosts: readonly string[]): Promise<Egress> {
  const { patterns, ports } = readHosts(hosts);
  const unique = [...new Map(ports.map((one) => [one.port, one])).values()];
  const network = await openNetwork(programs, [0, ...unique.map(({ port }) => port)]);
  const [proxy, ...others] = network.listeners;
  const refused: RefusedConnection[] = [];
  let count = 0;
  const address = proxy?.address();
  if (proxy) {
    serveProxy(proxy, patterns, (refusal) => {
      count += 1;
      refused.push(refusal);
      if (refused.length > mostRefusals) refused.shift();
    });
  }
  for (const [index, listener] of others.entries()) {
    const to = unique[index];
    if (to) servePort(listener, to);
  }
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    enter: network.enter,
    close: network.close,
    env: proxyVariables(`http://127.0.0.1:${port}`),
    refusedCount: () => count,
    refusedSince: (before) => (count === before ? [] : refused.slice(before - count)),
  };
}

/** Some programs read them in upper case, some in lower case; Node's own `fetch` only when it is told to. */
function proxyVariables(url: string): Readonly<Record<string, string>> {
  const named = { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: "localhost,127.0.0.1,::1" };
  const lower = Object.entries(named).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...named, ...Object.fromEntries(lower), NODE_USE_ENV_PROXY: "1" };
}
