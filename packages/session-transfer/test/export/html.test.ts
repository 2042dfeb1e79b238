import { createHash } from "node:crypto";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from "parse5";
import { describe, expect, it } from "vitest";
import type { Entry } from "@skein/protocol";
import { writeHtml } from "../../src/export/index.ts";
import { sourceOf } from "../../src/export/html/markup.ts";
import { visibleText } from "../../src/export/visible-text.ts";
import { journal } from "@skein/test-kit/generated";
import { anyText } from "@skein/test-kit/generated";
import { pageOf, text, withStrings } from "./collect.ts";
import { richEntries, richSession } from "./rich-session.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

function elementsOf(page: string): Element[] {
  const found: Element[] = [];
  const walk = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (defaultTreeAdapter.isCommentNode(node)) throw new Error(`A comment: ${node.data}`);
      if (!defaultTreeAdapter.isElementNode(node)) continue;
      found.push(node);
      walk(node.childNodes);
    }
  };
  walk(parse(page).childNodes);
  return found;
}

function elementText(element: Element | undefined): string {
  const parts = (node: Node): string =>
    "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(parts).join("") : "";
  return element ? parts(element) : "";
}

const attribute = (element: Element | undefined, name: string) =>
  element?.attrs.find((attr) => attr.name === name)?.value;

/** Every attribute that the page may have, and what its value may be. A text from the session stands in few of them. */
const anything = /^[^]*$/;
const attributes: Readonly<Record<string, RegExp>> = {
  "aria-hidden": /^true$/,
  "aria-label": anything,
  "aria-labelledby": /^(timeline|costs|files|subagents|totals)$/,
  alt: anything,
  autocomplete: /^off$/,
  charset: /^utf-8$/,
  class: /^[a-z -]+$/,
  content: /^(default-src 'none'; [^<>"]*|width=device-width, initial-scale=1|light dark|no-referrer)$/,
  "data-label": /^(Model|Requests|Input|Cache read|Cache write|Output|Cost)$/,
  datetime: /^(\d{4}-\d\d-\d\dT[\d:.]+Z)?$/,
  height: /^\d+%?$/,
  hidden: /^$/,
  href: /^(#(turn|entry|call)-[\w-]+|(https?|mailto):[^"<>\s]*)$/,
  "http-equiv": /^Content-Security-Policy$/,
  id: /^((turn|entry|call)-[\w-]+|timeline|costs|files|subagents|totals|toolbar|find|unfold|found)$/,
  lang: /^en$/,
  loading: /^lazy$/,
  name: /^(viewport|color-scheme|referrer)$/,
  open: /^$/,
  rel: /^noopener noreferrer nofollow$/,
  role: /^(img|note|status|table|rowgroup|row|rowheader|columnheader|cell)$/,
  rx: /^\d+$/,
  scope: /^(col|row)$/,
  spellcheck: /^false$/,
  src: /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/,
  start: /^\d+$/,
  tabindex: /^0$/,
  type: /^(search|button)$/,
  width: /^[\d.]+%?$/,
  x: /^[\d.]+%$/,
  y: /^0$/,
};

const elements = new Set(
  `a article blockquote body br button code dd del details div dl dt em figcaption figure footer b h1 h2 h3 h4 h5 h6 head
   header hr html i img input ins label legend li main meta ol p pre rect script section span strong style summary svg
   table tbody td th thead time title tr ul`.split(/\s+/),
);

/** What in a page is not of its own making. */
function foreign(page: string, plain: readonly Element[]): readonly string[] {
  const found = elementsOf(page);
  const odd = found.flatMap(({ tagName, attrs }) => [
    ...(elements.has(tagName) ? [] : [tagName]),
    ...attrs
      .filter(({ name, value }) => !Object.hasOwn(attributes, name) || !attributes[name]?.test(value))
      .map(({ name, value }) => `${tagName} ${name}="${value}"`),
  ]);
  const changed = ["script", "style"].filter((tag) => {
    const [before, after] = [plain, found].map((some) => some.filter(({ tagName }) => tagName === tag));
    return after?.length !== 1 || elementText(after[0]) !== elementText(before?.[0]);
  });
  return [...odd, ...changed];
}

const payloads = [
  "</script><script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "javascript:alert(1)",
  "[x](javascript:alert(1))",
  "![x](https://example.com/track.png)",
  "![x](data:text/html,<script>alert(1)</script>)",
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  "</style><style>*{display:none}</style>",
  "</title></head><body onload=alert(1)>",
  "<!--",
  "-->",
  "]]>",
  "<plaintext>",
  "</pre></code></details></section></main>",
  "<https://example.com/\" onclick='alert(1)>",
  '[x](https://example.com "\\" onclick=alert(1)")',
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;script&#62;",
  "\u001b]8;;https://example.com\u0007x",
  "\u202Egnp.exe",
  "a\u00ADb\u3164c",
  "```html\n<script>alert(1)</script>\n```",
  "| a | b |\n| - | - |\n| <script> | ![](x) |",
  "<a href=javascript:alert(1)>x</a>",
  "\u0000<\u0000script>",
  "$&$1${alert(1)}",
];

describe("a session as a page", () => {
  it("reads like this", async () => {
    const page = await pageOf();
    const short = page
      .replace(/<style>[^]*<\/style>/, "<style></style>")
      .replace(/<script>[^]*<\/script>/, "<script></script>")
      .replaceAll(/sha256-[\w+/=]+/g, "sha256-…");
    await expect(short).toMatchFileSnapshot("fixtures/rich-session.html");
  });

  it("asks nothing of the network and runs nothing but its own script", async () => {
    const found = elementsOf(await pageOf());
    const policy = attribute(
      found.find((element) => attribute(element, "http-equiv") !== undefined),
      "content",
    );
    for (const tag of ["script", "style"]) {
      const source = elementText(found.find(({ tagName }) => tagName === tag));
      const hash = createHash("sha256").update(source).digest("base64");
      expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
      expect(source).not.toMatch(/https?:|url\(|@import|fetch\(|innerHTML|eval/);
    }
    expect(policy).toMatch(/^default-src 'none';/);
    for (const element of found) {
      expect(attribute(element, "style")).toBeUndefined();
      expect(attribute(element, "src") ?? "data:").toMatch(/^data:/);
    }
  });

  it("makes no element and no attribute of what the session says", async () => {
    const plain = elementsOf(await pageOf());
    const hostile = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...payloads) },
      {
        weight: 2,
        arbitrary: fc
          .array(fc.constantFrom(...payloads, " ", "\n", "`", "*", ">"))
          .map((some) => some.join("")),
      },
      { weight: 1, arbitrary: anyText },
    );
    await checkProperty(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 6 }), async (texts) => {
        let next = 0;
        const entries = withStrings(richEntries, () => texts[next++ % texts.length] ?? "");
        expect(foreign(await pageOf(entries), plain)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(payloads)("shows %j as text", async (payload) => {
    const entries = richEntries.map((entry): Entry =>
      entry.kind === "tool-result" ? { ...entry, content: [{ type: "text", text: payload }] } : entry,
    );
    const page = await pageOf(entries);
    const blocks = elementsOf(page).filter(({ tagName }) => tagName === "pre");
    expect(blocks.map((block) => elementText(block))).toContain(visibleText(payload));
  });

  it("links only where a link may lead", async () => {
    const said =
      "[a](https://a.example/x) [b](mailto:b@example.com) [c](file:///etc/passwd) [d](/relative) ![e](http://e.example/e.png)";
    const entries = richEntries.map((entry): Entry =>
      entry.kind === "assistant-message" && entry.stop === "answered"
        ? { ...entry, content: [{ type: "text", text: said }] }
        : entry,
    );
    const links = elementsOf(await pageOf(entries)).filter((element) => attribute(element, "rel"));
    expect(links.map((link) => attribute(link, "href"))).toEqual([
      "https://a.example/x",
      "mailto:b@example.com",
      "http://e.example/e.png",
    ]);
  });

  it("has every place its links lead to, once", async () => {
    const found = elementsOf(await pageOf());
    const ids = found.flatMap((element) => attribute(element, "id") ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = found.flatMap((element) => attribute(element, "href") ?? []);
    const inside = targets.filter((target) => target.startsWith("#")).map((target) => target.slice(1));
    expect(inside.length).toBeGreaterThan(5);
    expect(inside.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it("draws no deeper than the stack: a message of ten thousand quotes is text", async () => {
    const deep = ">".repeat(10_000);
    const entries = richEntries.map((entry): Entry =>
      entry.kind === "assistant-message" && entry.stop === "answered"
        ? { ...entry, content: [{ type: "text", text: deep }] }
        : entry,
    );
    expect((await pageOf(entries)).length).toBeGreaterThan(10_000);
  });

  it("cuts large results and says so; with `full` they are whole", async () => {
    const long = "line\n".repeat(100_000);
    const entries = richEntries.map((entry): Entry =>
      entry.kind === "tool-result" ? { ...entry, content: [{ type: "text", text: long }] } : entry,
    );
    const page = await pageOf(entries);
    expect(page).toMatch(/… [\d,]+ characters left out …/);
    expect(page.length).toBeLessThan(250_000);
    expect((await text(writeHtml(richSession, entries, { full: true }))).length).toBeGreaterThan(2_500_000);
  });

  it("is the same text however long it is", () => {
    const unit = "a\r\n<b>&🔍\u001b";
    const long = unit.repeat(60_000);
    expect(sourceOf(long)).toBe(sourceOf(unit).repeat(60_000));
  });

  it("can be made of every journal", async () => {
    await checkProperty(
      fc.asyncProperty(journal, async (entries) => {
        const page = await pageOf(entries);
        expect(page).toMatch(/<\/html>\n$/);
      }),
      { numRuns: 40 },
    );
  });
});
