import { ProviderError } from "@skein/protocol";
import type { ModelOptions } from "@skein/protocol";
import { isCount, jsonIn, objectIn, readStart, stringIn } from "@skein/provider-kit";
import type { HttpResponse } from "@skein/provider-kit";
import type { Connection } from "./connection.ts";
import type { WireHead, WireRequest } from "./wire.ts";

/**
 * The least that the vendor caches, in tokens; some models take less. Source: ai.google.dev/gemini-api/docs/caching,
 * read 2026-11-24.
 */
const minTokens = 4096;

/** Text has fewer characters per token, so what is estimated to be enough is enough. */
const charactersPerToken = 5;

const seconds = { "5m": 300, "1h": 3600 } as const;

/** A cache is not used in its last seconds, since a request takes time to arrive. */
const marginMs = 30_000;

/** The most bytes to read of what the vendor says of a cache. */
const maxCacheBytes = 65_536;

const headFields: ReadonlySet<string> = new Set(["systemInstruction", "tools", "toolConfig"]);

interface HeadCache {
  /** `undefined`: the vendor refused it. */
  name: string | undefined;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** Tokens written that no reply has counted yet. */
  uncounted: number;
}

interface SentRequest {
  /** A 2xx response whose body has not been read. */
  readonly response: HttpResponse;
  /** Tokens written to a cache for this request. */
  readonly cacheWrite: number;
}

/** Sends requests, with their head (system prompt and tools) in an explicit cache where that is wanted. */
export interface HeadCaches {
  readonly send: (
    connection: Pick<Connection, "generate" | "createCache">,
    body: WireRequest,
    options: ModelOptions,
    signal: AbortSignal,
  ) => Promise<SentRequest>;
}

/**
 * Caches of one model, one per head. A head below the vendor's minimum is sent as it is. So is one whose cache was
 * refused, with a notice, until the time to live is over. A request whose cache is gone (403 or 404) is sent once
 * more without it. Caches are left to expire.
 *
 * @param now - milliseconds since the epoch.
 */
export function createHeadCaches(
  modelId: string,
  notice: (text: string) => void,
  now: () => number = Date.now,
): HeadCaches {
  const known = new Map<string, HeadCache>();

  const refuse = (cache: HeadCache, reason: string): void => {
    cache.name = undefined;
    notice(`${modelId} gets no explicit cache, so requests are sent in full: ${reason}`);
  };

  const create = async (
    createCache: NonNullable<Connection["createCache"]>,
    head: WireHead,
    ttl: number,
    signal: AbortSignal,
  ): Promise<HeadCache> => {
    const until = now() + ttl * 1000 - marginMs;
    const cache: HeadCache = { name: undefined, until, uncounted: 0 };
    try {
      const model = modelId.includes("/") ? modelId : `models/${modelId}`;
      const response = await createCache({ model, ...head, ttl: `${ttl}s` }, signal);
      const made = objectIn(jsonIn(await readStart(response, maxCacheBytes)));
      const tokens = objectIn(made["usageMetadata"])["totalTokenCount"];
      // A token has at least one byte.
      cache.uncounted = isCount(tokens) ? tokens : Buffer.byteLength(JSON.stringify(head));
      cache.name = stringIn(made["name"]) || undefined;
      if (cache.name === undefined) refuse(cache, "the answer names none.");
    } catch (error) {
      signal.throwIfAborted();
      // A refused key may be renewed.
      if (!ProviderError.is(error) || error.status === 401) throw error;
      refuse(cache, error.message);
    }
    return cache;
  };

  return {
    async send({ generate, createCache }, body, { explicitCache = false, cacheTtl = "5m" }, signal) {
      const { head, rest } = split(body);
      const sendPlain = async (cacheWrite = 0): Promise<SentRequest> => ({
        response: await generate(modelId, body, signal),
        cacheWrite,
      });
      const text = JSON.stringify(head);
      const isEnough = text.length >= minTokens * charactersPerToken;
      if (!explicitCache || !createCache || !isEnough || "cachedContent" in body) return sendPlain();
      const key = `${cacheTtl} ${text}`;
      for (const [old, { until }] of known) if (until <= now()) known.delete(old);
      const before = known.get(key);
      const cache = before ?? (await create(createCache, head, seconds[cacheTtl], signal));
      known.set(key, cache);
      let response: HttpResponse | undefined;
      if (cache.name !== undefined) {
        try {
          response = await generate(modelId, { cachedContent: cache.name, ...rest }, signal);
        } catch (error) {
          if (!isGone(error)) throw error;
          // A new one that is refused would be written again for each request.
          if (before) known.delete(key);
          else refuse(cache, error.message);
        }
      }
      const sent = response ? { response, cacheWrite: cache.uncounted } : await sendPlain(cache.uncounted);
      cache.uncounted = 0;
      return sent;
    },
  };
}

function split(body: WireRequest): { readonly head: WireHead; readonly rest: WireRequest } {
  const fields = Object.entries(body);
  const head = Object.fromEntries(fields.filter(([name]) => headFields.has(name)));
  const rest = Object.fromEntries(fields.filter(([name]) => !headFields.has(name)));
  return { head, rest: rest as unknown as WireRequest };
}

/** The vendor answers 403 for a cache that has expired as for one of another project. */
function isGone(error: unknown): error is ProviderError {
  return ProviderError.is(error) && (error.status === 403 || error.status === 404);
}
