import { hostPattern, type HostPattern } from "@skein/platform/hosts";
import { clipToFile, defineExtension, defineTool, resultBytes } from "@skein/extension-kit";
import { ConfigError, type Extension, type Tool } from "@skein/protocol";
import { fetchInput } from "./fetch-input.ts";
import { pageContent } from "./page-content.ts";
import { readPage, type Page, type PageSources } from "./read-page.ts";
import { recentPages } from "./recent-pages.ts";
import type { SearchSettings } from "./search/ask-engine.ts";
import { searchTool } from "./search/search-tool.ts";
import { systemResolver, type ResolveHost } from "./resolve-host.ts";

export interface WebSettings {
  /**
   * Hosts that may be read although they are private: `localhost:8080`, `192.168.0.7`, `*.corp.example`. Default: none.
   */
  readonly privateHosts?: readonly string[];
  /** The addresses of a name. Default: those of the system. */
  readonly resolve?: ResolveHost;
  /** Who is asked by the tool `web_search`. Default: no one, and there is no such tool. */
  readonly search?: SearchSettings | undefined;
}

const mostBytes = 12_288;

/** The tool `fetch`, which reads web pages, and `web_search`, which finds them. */
export function web({ privateHosts = [], resolve = systemResolver, search }: WebSettings = {}): Extension {
  const pages = recentPages();
  return defineExtension({
    name: "web",
    description: "Pages of the web.",
    tools: [
      fetchTool({ privateHosts: patternsOf(privateHosts), resolve }, pages),
      ...(search ? [searchTool(search)] : []),
    ],
  });
}

function patternsOf(hosts: readonly string[]): readonly HostPattern[] {
  return hosts.map((host) => {
    const pattern = hostPattern(host);
    if (pattern) return pattern;
    throw new ConfigError("usage", `privateHosts: "${host}" is not a host.`, {
      hint: "Write it as localhost:8080, 192.168.0.7 or *.corp.example.",
    });
  });
}

function fetchTool(sources: PageSources, pages: ReturnType<typeof recentPages>): Tool {
  return defineTool({
    name: "fetch",
    description: "Read a web page as Markdown, or a text or image, by its address.",
    // An address can carry what a session knows to whoever runs the server: the user decides.
    effect: "unknown",
    repeat: "safe",
    input: fetchInput,
    async run({ url }, context) {
      const known = pages.find(url);
      const page = known ?? (await readPage(url, sources, context.signal));
      if ("kind" in page) return page;
      if (!known) pages.add(url, page);
      const content = await pageContent(page);
      if (typeof content !== "string") return { content: [content] };
      const text = [headOf(url, page), content].join("\n\n");
      return clipToFile(text, {
        folder: context.callFolder,
        maxBytes: Math.min(mostBytes, resultBytes(context)),
        maxLines: Infinity,
      });
    },
  });
}

/** Where the page came from, when that is not what was asked for, and when it is no success. */
function headOf(url: string, { address, status }: Page): string {
  const from = address === new URL(url).href ? "" : ` (asked for ${url})`;
  return `[${address}${from}${status < 400 ? "" : `: HTTP status ${status}`}]`;
}
