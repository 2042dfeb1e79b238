import type { Page } from "./read-page.ts";

const keptMs = 15 * 60_000;
const mostPages = 20;

/** Pages that were read in the last 15 minutes, so that a second look asks no server. */
export function recentPages(now: () => number = Date.now): {
  find(url: string): Page | undefined;
  add(url: string, page: Page): void;
} {
  const pages = new Map<string, { readonly page: Page; readonly at: number }>();
  return {
    find(url) {
      const found = pages.get(url);
      return found && now() - found.at < keptMs ? found.page : undefined;
    },
    add(url, page) {
      if (page.status >= 400) return;
      pages.delete(url);
      pages.set(url, { page, at: now() });
      for (const [oldest] of pages) {
        if (pages.size <= mostPages) break;
        pages.delete(oldest);
      }
    },
  };
}
