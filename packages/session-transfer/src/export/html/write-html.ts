import { hash } from "node:crypto";
import type { Entry } from "@skein/protocol";
import { timeFormat } from "../figures.ts";
import { report } from "../report/report.ts";
import { frontMatter } from "./front-matter.ts";
import type { ReportFormat } from "./html-format.ts";
import { markup, sourceOf, trusted, type Markup } from "./markup.ts";
import { overview } from "./overview.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";
import { markdownRenderer } from "./rendered-markdown.ts";
import { turnMarkup } from "./turn.ts";

export interface HtmlOptions {
  /** Tool inputs and results as long as they are. Without it they are cut at 20,000 characters. */
  readonly full?: boolean;
  /** An IANA name, default UTC. */
  readonly timeZone?: string;
}

const mostCharacters = 20_000;

/**
 * A session as one page that needs nothing else: no network, no fonts, no script to be read. Comes in pieces, one for
 * each item of the conversation. Nothing of the session becomes an element of the page but what the Markdown of its
 * messages means, of a fixed set.
 */
export async function* writeHtml(
  session: string,
  entries: readonly Entry[],
  { full = false, timeZone = "UTC" }: HtmlOptions = {},
): AsyncGenerator<string> {
  const told = report(session, entries);
  const look: ReportFormat = {
    most: full ? Infinity : mostCharacters,
    format: timeFormat(timeZone),
    timeZone,
    markdown: await markdownRenderer(),
  };
  yield sourceOf(headMarkup(told.summary.name ?? session));
  yield sourceOf(markup`<div class="page">
${frontMatter(told, look)}<main>
${overview(told, look)}
<div class="conversation">
<div id="toolbar" hidden><label>Find <input type="search" id="find" autocomplete="off" spellcheck="false"></label><button type="button" id="unfold">Unfold all</button><p id="found" role="status"></p></div>
`);
  for (const turn of told.turns) for (const piece of turnMarkup(turn, look)) yield sourceOf(piece);
  yield sourceOf(markup`</div></main>
<footer><p>Exported by Skein. The page holds everything it shows and asks nothing of the network.</p></footer>
</div>
<script>${trusted(script)}</script>
</body></html>
`);
}

/** The policy names the page's own style and script by their hashes: nothing else can ever run, load or be sent. */
function headMarkup(title: string): Markup {
  const policy = [
    "default-src 'none'",
    `style-src '${hashSource(style)}'`,
    `script-src '${hashSource(script)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return markup`<!doctype html>
<html lang="en"><head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · Skein</title>
<style>${trusted(style)}</style>
</head><body>
<a class="skip-link" href="#turn-1">To the conversation</a>
`;
}

function hashSource(text: string): string {
  return `sha256-${hash("sha256", text, "base64")}`;
}
