import type { ContextView, Message } from "@skein/protocol";
import { contextTokens, partTokens, partsTokens, systemTokens, textTokens, toolTokens } from "./estimate.ts";
import { apportion } from "./apportion.ts";
import { usedTokens } from "./used.ts";

export type SectionName =
  | "system"
  | "hints"
  | "tools"
  | "dynamic context"
  | "summary"
  | "user"
  | "assistant"
  | "thinking"
  | "tool calls"
  | "tool output"
  | "images";

export interface TokenSection {
  readonly name: SectionName;
  readonly tokens: number;
  /** The largest first: tools by extension, output by tool. */
  readonly items?: readonly { readonly name: string; readonly tokens: number }[];
}

export interface SectionOptions {
  /** The part of the system prompt that came from hint files. */
  readonly hints?: string;
  /** Default: the tool's own name. */
  readonly extensionOf?: (tool: string) => string;
}

/**
 * What the tokens of a request are used for, without empty sections. Scaled to add up to `usedTokens`; items
 * are rounded one by one.
 */
export function tokenSections(view: ContextView, options: SectionOptions = {}): readonly TokenSection[] {
  const { request, entries } = view;
  const { hints = "", extensionOf = (tool: string) => tool } = options;
  const sections = new Map<SectionName, number>();
  const items = new Map<SectionName, Map<string, number>>();
  const add = (name: SectionName, tokens: number, item?: string) => {
    sections.set(name, (sections.get(name) ?? 0) + tokens);
    if (item === undefined) return;
    const of = items.get(name) ?? new Map<string, number>();
    items.set(name, of.set(item, (of.get(item) ?? 0) + tokens));
  };
  const summaries = new Set(entries.flatMap((entry) => (entry.kind === "compaction" ? [entry.summary] : [])));

  const hintTokens = Math.min(textTokens(hints), systemTokens(request.system));
  add("system", systemTokens(request.system) - hintTokens);
  add("hints", hintTokens);
  for (const tool of request.tools) add("tools", toolTokens(tool), extensionOf(tool.name));
  for (const message of request.messages) addMessage(message, summaries, add);

  const shown = [...sections].filter(([, tokens]) => tokens > 0);
  const shares = apportion(
    shown.map(([, tokens]) => tokens),
    usedTokens(view),
  );
  return shown.map(([name, estimated], at) => {
    const tokens = shares[at]!;
    const of = itemsOf(items.get(name), tokens / estimated);
    return { name, tokens, ...(of.length === 0 ? {} : { items: of }) };
  });
}

function itemsOf(
  items: ReadonlyMap<string, number> = new Map(),
  scale: number,
): NonNullable<TokenSection["items"]> {
  return [...items]
    .map(([name, tokens]) => ({ name, tokens: Math.round(tokens * scale) }))
    .toSorted((a, b) => b.tokens - a.tokens || (a.name < b.name ? -1 : 1));
}

function addMessage(
  message: Message,
  summaries: ReadonlySet<string>,
  add: (name: SectionName, tokens: number, item?: string) => void,
): void {
  if (message.role === "tool") {
    for (const { name, content, dynamicContext = [] } of message.content) {
      add("dynamic context", contextTokens(dynamicContext));
      const images = content.filter(({ type }) => type === "image");
      const pictured = images.reduce((total, part) => total + partTokens(part), 0);
      add("tool output", 4 + partsTokens(content) - pictured, name);
      add("images", pictured);
    }
    return;
  }
  const own = message.role === "user" ? "user" : "assistant";
  add(own, 4);
  if (message.role === "user") add("dynamic context", contextTokens(message.dynamicContext ?? []));
  for (const part of message.content) {
    const tokens = partTokens(part);
    if (part.type === "image") add("images", tokens);
    else if (part.type === "thinking" || part.type === "opaque") add("thinking", tokens);
    else if (part.type === "tool-call") add("tool calls", tokens, part.name);
    else add(part.type === "text" && summaries.has(part.text) ? "summary" : own, tokens);
  }
}
