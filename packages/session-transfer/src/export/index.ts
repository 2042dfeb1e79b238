export { readBundle, type Bundle } from "./bundle/read-bundle.ts";
export { writeBundle, type BundleOptions, type BundleSource } from "./bundle/write-bundle.ts";
export { type RedactText } from "./bundle/redact-entry.ts";
export { writeHtml, type HtmlOptions } from "./html/write-html.ts";
export { writeMarkdown, type MarkdownOptions } from "./markdown.ts";
export { sessionView, type ExportedSession } from "./session-view.ts";
export { writeYaml } from "./yaml.ts";
