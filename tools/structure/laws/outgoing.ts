import { isLoaderFile } from "../loaders.ts";
import { lineAt } from "../source.ts";
import type { Problem, Workspace } from "../workspace.ts";

/** Files that open HTTP connections without asking `@skein/platform/outgoing` for the proxy, and why. */
const others: Readonly<Record<string, string>> = {
  "packages/extensions/src/mcp/oauth/authorized-fetch.ts": "its caller hands in what sends",
  "packages/extensions/src/mcp/transport/bounded-fetch.ts": "its caller hands in what sends",
  "packages/platform/src/outgoing/request-fetch.ts": "its caller hands in the agent for the proxy",
  "packages/provider-kit/src/transport/connections.ts": "its caller hands in the proxy of proxyAddress",
  "packages/provider-kit/src/transport/http-client.ts": "its caller hands in the proxy of proxyAddress",
  "packages/provider-kit/src/transport/tunnel.ts": "connects to the proxy",
  "packages/sandbox/src/network/filtering-proxy.ts":
    "is the proxy of commands, which docs/sandbox.md limits to direct connections",
  "packages/server-http/src/running-browser-link.ts":
    "asks a server on this machine, for which no proxy counts",
};

/** In browsers, or for tests. */
const elsewhere = ["client", "web-app", "test-kit", "provider-conformance"];

const imports =
  /\bimport\s+(?!type\b)(?:\{[^}]*\b(?:request|get|Agent)\b[^}]*\}|\*\s+as\s+\w+|\w+)\s+from\s+["']node:https?["']|\b(?:import|getBuiltinModule)\([^)]*["']node:https?["']/;
const calls = /(?<![.\w$])(?<!function )fetch\(|(?<==\s)fetch\b(?!\s*[.:])|\?\s*fetch\s*:/;

/** Every outgoing HTTP connection goes through the proxy that the user has set, or is refused: one that forgets it goes past it. */
export function outgoingProblems({ members }: Workspace): Problem[] {
  const files = members
    .filter(({ kind, name }) => (kind === "packages" || kind === "apps") && !elsewhere.includes(name))
    .flatMap(({ src }) => src);
  return files.flatMap(({ path, source, imports: imported }) => {
    if (isLoaderFile(path) || Object.hasOwn(others, path) || source.code.includes("outgoingAgent("))
      return [];
    const at = [source.text.search(imports), source.code.search(calls)].find((position) => position >= 0);
    const lazy = imported.find(({ specifier, isLazy }) => isLazy && /^node:https?$/.test(specifier));
    if (at === undefined && !lazy) return [];
    return [
      {
        file: path,
        line: lazy?.line ?? lineAt(source.text, at ?? 0),
        what: "opens an HTTP connection past the user's proxy",
        fix: "use outgoingFetch or outgoingAgent of @skein/platform/outgoing, or list the file in laws/outgoing.ts",
      },
    ];
  });
}
