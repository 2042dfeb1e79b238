import { outgoingFetch } from "@skein/platform/outgoing";
import { isJsonObject, type JsonValue } from "@skein/protocol";
import type { StartedPackage } from "./started-package.ts";

/** Why a package must not be started. */
export interface PackageAdvisory {
  /** The end of a sentence. */
  readonly reason: string;
}

/** Knows packages that are malicious. `undefined` when nothing is known, also when it cannot be asked. Never rejects. */
export type PackageAdvisories = (found: StartedPackage) => Promise<PackageAdvisory | undefined>;

/**
 * Malicious packages with MCP servers that were public for some time. All versions count, because a name that was used once is
 * not trusted again. Source: https://osv.dev and the reports named there, read on 2026-11-25.
 */
const known: readonly {
  readonly ecosystem: StartedPackage["ecosystem"];
  readonly name: string;
  readonly reason: string;
}[] = [
  {
    ecosystem: "npm",
    name: "postmark-mcp",
    reason: "version 1.0.16 sent a copy of every e-mail to its author",
  },
];

/** The list that ships with this package. */
export function knownMalicious({ ecosystem, name }: StartedPackage): PackageAdvisory | undefined {
  return known.find((one) => one.ecosystem === ecosystem && one.name === name);
}

/** Milliseconds for the answer. */
const answerMs = 3_000;

/**
 * Asks the OSV database for advisories of malicious packages, whose ids begin with `MAL-`.
 *
 * @param url - of the API, such as https://api.osv.dev.
 *
 * Source: https://google.github.io/osv.dev/post-v1-query/
 */
export function osvAdvisories(url: string): PackageAdvisories {
  return async ({ ecosystem, name, version }) => {
    const isExact = version !== undefined && /^\d/.test(version);
    const body = JSON.stringify({ package: { ecosystem, name }, ...(isExact ? { version } : {}) });
    try {
      const response = await outgoingFetch(new URL("/v1/query", url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal: AbortSignal.timeout(answerMs),
      });
      if (!response.ok) return undefined;
      const answer = (await response.json()) as JsonValue;
      const vulns = isJsonObject(answer) && Array.isArray(answer["vulns"]) ? answer["vulns"] : [];
      const id = vulns.map((one: JsonValue) => (isJsonObject(one) ? one["id"] : undefined)).find(isMalicious);
      return id === undefined ? undefined : { reason: `OSV lists it as ${id}` };
    } catch {
      return undefined;
    }
  };
}

function isMalicious(id: JsonValue | undefined): id is string {
  return typeof id === "string" && /^MAL-[\w-]{1,40}$/.test(id);
}
