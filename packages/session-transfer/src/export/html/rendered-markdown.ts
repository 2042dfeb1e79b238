import type { marked as Marked, Token, Tokens } from "marked";
import { markup, type Markup, type Shown } from "./markup.ts";
import { loadMarked } from "../../later.ts";

/** Longer texts are shown as plain text: messages in Markdown are not this long. */
const mostCharacters = 100_000;

export type RenderMarkdown = (text: string) => Markup;

/** Loads the lexer; what it finds is drawn here, so that only the elements named here can appear. */
export async function markdownRenderer(): Promise<RenderMarkdown> {
  const { marked } = await loadMarked();
  return (text) => rendered(text, marked);
}

function rendered(text: string, { lexer }: typeof Marked): Markup {
  if (text.length > mostCharacters) return plain(text);
  try {
    return markup`<div class="prose">${blocks(lexer(text, { gfm: true }))}</div>`;
  } catch {
    // Nested deeper than the stack.
    return plain(text);
  }
}

function plain(text: string): Markup {
  return markup`<div class="prose plain">${text}</div>`;
}

function blocks(tokens: readonly Token[]): Shown {
  return tokens.map((token) => block(token));
}

function block(token: Token): Shown {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return undefined;
    case "heading": {
      // The page's own headings end at the third level.
      const { depth, tokens } = token as Tokens.Heading;
      return depth <= 2
        ? markup`<h4>${inline(tokens)}</h4>`
        : depth === 3
          ? markup`<h5>${inline(tokens)}</h5>`
          : markup`<h6>${inline(tokens)}</h6>`;
    }
    case "code":
      return markup`<pre tabindex="0"><code>${(token as Tokens.Code).text}</code></pre>`;
    case "blockquote":
      return markup`<blockquote>${blocks((token as Tokens.Blockquote).tokens)}</blockquote>`;
    case "list":
      return list(token as Tokens.List);
    case "table":
      return table(token as Tokens.Table);
    case "hr":
      return markup`<hr>`;
    case "paragraph":
      return markup`<p>${inline((token as Tokens.Paragraph).tokens)}</p>`;
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inline(tokens) : decoded(text);
    }
    default:
      return markup`<p>${(token as Tokens.Generic).raw}</p>`;
  }
}

function list({ items, ordered, start, loose }: Tokens.List): Markup {
  const shown = items.map((item) => {
    const box = item.task ? (item.checked ? "☑ " : "☐ ") : "";
    const content = loose ? blocks(item.tokens) : item.tokens.map((token) => tight(token));
    return markup`<li>${box}${content}</li>`;
  });
  const first = typeof start === "number" && start !== 1 ? start : undefined;
  if (!ordered) return markup`<ul>${shown}</ul>`;
  return first === undefined ? markup`<ol>${shown}</ol>` : markup`<ol start="${first}">${shown}</ol>`;
}

/** In a list without empty lines a paragraph is no block. */
function tight(token: Token): Shown {
  return token.type === "paragraph" ? inline((token as Tokens.Paragraph).tokens) : block(token);
}

function table({ header, rows }: Tokens.Table): Markup {
  const line = (cells: readonly Tokens.TableCell[]) =>
    markup`<tr>${cells.map(({ tokens }) => markup`<td>${inline(tokens)}</td>`)}</tr>`;
  const head = markup`<tr>${header.map(({ tokens }) => markup`<th scope="col">${inline(tokens)}</th>`)}</tr>`;
  return markup`<div class="wide" tabindex="0"><table><thead>${head}</thead><tbody>${rows.map(line)}</tbody></table></div>`;
}

function inline(tokens: readonly Token[]): Shown {
  return tokens.map((token) => inlineToken(token as Tokens.Generic));
}

function inlineToken(token: Tokens.Generic): Shown {
  const inner = () => (token.tokens ? inline(token.tokens) : decoded(token["text"] as string));
  switch (token.type) {
    case "strong":
      return markup`<strong>${inner()}</strong>`;
    case "em":
      return markup`<em>${inner()}</em>`;
    case "del":
      return markup`<del>${inner()}</del>`;
    case "codespan":
      return markup`<code>${token["text"] as string}</code>`;
    case "br":
      return markup`<br>`;
    case "link":
      return link(inner(), token["href"] as string);
    case "image": {
      const alt = token["text"] as string;
      return link(["Image: ", alt === "" ? (token["href"] as string) : alt], token["href"] as string);
    }
    case "text":
    case "escape":
      return inner();
    case "checkbox":
      return undefined;
    default:
      // HTML above all: shown as it was written.
      return token.raw;
  }
}

/** Pictures are links too: nothing is fetched by opening the page. */
function link(text: Shown, target: string): Markup {
  const href = safeTarget(target);
  if (href === undefined) return markup`<span class="dead-link">${text} (${target})</span>`;
  return markup`<a href="${href}" rel="noopener noreferrer nofollow">${text}</a>`;
}

function safeTarget(target: string): string | undefined {
  const url = URL.parse(target);
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
  "&#39;": "'",
};

/** The few entities that models write. Numbered ones stay as they are: they could name any character. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? entity);
}
