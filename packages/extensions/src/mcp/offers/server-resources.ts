import {
  escapeInvisible,
  stripTerminalCodes,
  escapeName,
  isJsonObject,
  type ExtensionResources,
  type JsonObject,
  type JsonValue,
  type ResourceContent,
} from "@skein/protocol";
import { anyObject } from "../any-object.ts";
import { limits } from "../limits.ts";
import { listPages } from "../list-pages.ts";
import type { AskServer } from "./ask-server.ts";
import { complete } from "./complete.ts";
import { freshList, freshMsOf, type FreshList } from "./fresh-list.ts";
import { listedResource, listedTemplate } from "./listed-offers.ts";
import { resourceReads } from "./resource-reads.ts";
import { resourceSubscriptions, type ResourceSubscriptions } from "./resource-subscriptions.ts";

/** The resources of a server. */
export interface ServerResources
  extends Required<ExtensionResources>, Pick<ResourceSubscriptions, "renew" | "updated"> {
  /** The lists may have changed, and what was read. */
  forget(): void;
  /** It has changed: listeners are told. */
  changed(): void;
}

const never = new AbortController().signal;
const resourceList = { method: "resources/list", field: "resources", what: "resources" } as const;
const templateList = {
  method: "resources/templates/list",
  field: "resourceTemplates",
  what: "resource templates",
} as const;

export function serverResources(ask: AskServer): ServerResources {
  const listeners = new Set<() => void>();
  const subscriptions = resourceSubscriptions(ask);
  const reads = resourceReads();
  const resources = listOf(ask, resourceList, listedResource, ({ uri }) => uri);
  const templates = listOf(ask, templateList, listedTemplate, ({ uriTemplate }) => uriTemplate);
  function forget(): void {
    reads.forget();
    resources.forget();
    templates.forget();
  }

  return {
    list: (signal = never) => resources.get(signal),
    templates: (signal = never) => templates.get(signal),
    read: (uri, signal = never) =>
      reads.get(uri, () =>
        ask(signal, async (client, options) => {
          const request = { method: "resources/read", params: { uri } } as const;
          const result = await client.request(request, anyObject, options);
          return { contents: contentsOf(uri, result), freshMs: freshMsOf({ ttlMs: 0, ...result }, false) };
        }),
      ),
    complete: (uri, typed, signal = never) =>
      ask(signal, (client, options) => complete(client, { type: "ref/resource", uri }, typed, options)),
    subscribe: (uri, listener, signal = never) => subscriptions.subscribe(uri, listener, signal),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    forget,
    changed() {
      forget();
      for (const listener of listeners) listener();
    },
    renew: (connection) => subscriptions.renew(connection),
    updated(uri) {
      reads.forget(uri);
      subscriptions.updated(uri);
    },
  };
}

function listOf<Value>(
  ask: AskServer,
  paged: typeof resourceList | typeof templateList,
  parse: (value: JsonValue) => Value | undefined,
  keyOf: (value: Value) => string,
): FreshList<Value> {
  return freshList((signal) =>
    ask(signal, async (client, { timeout }) => {
      const { resources: capability } = client.getServerCapabilities() ?? {};
      if (!capability) return { values: [], freshMs: Infinity };
      const found = new Map<string, Value>();
      let freshMs = Infinity;
      for await (const { values, result } of listPages(client, paged, { timeoutMs: timeout, signal })) {
        freshMs = Math.min(freshMs, freshMsOf(result, capability.listChanged));
        for (const value of values.map(parse))
          if (value && found.size < limits.offers) found.set(keyOf(value), value);
      }
      return { values: [...found.values()], freshMs };
    }),
  );
}

function contentsOf(uri: string, { contents }: JsonObject): readonly ResourceContent[] {
  const values = Array.isArray(contents) ? contents : [];
  return values.flatMap((value: JsonValue): readonly ResourceContent[] => {
    if (!isJsonObject(value)) return [];
    const { mimeType, text, blob } = value;
    const common = {
      uri: typeof value["uri"] === "string" ? escapeName(value["uri"]) : uri,
      ...(typeof mimeType === "string" ? { mediaType: escapeName(mimeType) } : {}),
    };
    if (typeof text === "string") return [{ ...common, text: escapeInvisible(stripTerminalCodes(text)) }];
    return typeof blob === "string" ? [{ ...common, data: blob }] : [];
  });
}
