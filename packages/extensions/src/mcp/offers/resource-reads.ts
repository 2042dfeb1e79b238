import type { ResourceContent } from "@skein/protocol";

/** What was read and may be used again, as long as the server says. */
export interface ResourceReads {
  get(uri: string, read: () => Promise<ReadResource>): Promise<readonly ResourceContent[]>;
  /** @param uri - default: all of them. */
  forget(uri?: string): void;
}

interface ReadResource {
  readonly contents: readonly ResourceContent[];
  readonly freshMs: number;
}

/** Resources that are kept; the oldest is dropped for another one. */
const most = 100;

export function resourceReads(): ResourceReads {
  const kept = new Map<string, { readonly contents: readonly ResourceContent[]; readonly until: number }>();
  return {
    async get(uri, read) {
      const known = kept.get(uri);
      if (known && performance.now() < known.until) return known.contents;
      kept.delete(uri);
      const { contents, freshMs } = await read();
      if (freshMs > 0) kept.set(uri, { contents, until: performance.now() + freshMs });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return contents;
    },
    forget(uri) {
      if (uri === undefined) kept.clear();
      else kept.delete(uri);
    },
  };
}
