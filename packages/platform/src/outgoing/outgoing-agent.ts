import type { Agent } from "node:http";
import { findProxy, UnusableProxy } from "./find-proxy.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** By scheme and proxy. They let the process end while they are unused. */
const agents = new Map<string, Agent>();

/**
 * The agent of `node:http` or `node:https` that connects to an address through the proxy of the environment; `undefined`
 * without one. Throws `UnusableProxy`.
 *
 * @param env - default: that of the process.
 */
export function outgoingAgent(url: URL, env: Env = process.env): Agent | undefined {
  const proxy = findProxy({ url, env });
  if (!proxy) return undefined;
  const { origin, account } = proxy;
  const key = `${url.protocol} ${origin} ${account ?? ""}`;
  const known = agents.get(key);
  if (known) return known;
  // Added in Node 24.5, together with `proxyEnv`, which earlier versions ignore.
  if (!process.allowedNodeEnvironmentFlags.has("--use-env-proxy"))
    throw new UnusableProxy(
      `Node ${process.versions.node} cannot connect through a proxy.`,
      "Update Node to 24.5 or later.",
    );
  const address = new URL(origin);
  const [user = "", ...password] = (account ?? "").split(":");
  address.username = encodeURIComponent(user);
  address.password = encodeURIComponent(password.join(":"));
  const { Agent } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  const agent = new Agent({
    keepAlive: true,
    timeout: 30_000,
    proxyEnv: { HTTP_PROXY: address.href, HTTPS_PROXY: address.href },
  });
  agents.set(key, agent);
  return agent;
}
