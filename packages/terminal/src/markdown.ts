export { createHighlighter, languageOfFile, type Highlighter } from "./markdown/highlight.ts";
export { createMarkdownStream, type MarkdownStream } from "./markdown/markdown-stream.ts";
export { renderMarkdown } from "./markdown/render-markdown.ts";
export type { MarkdownLook } from "./markdown/render.ts";
