import { serveLines } from "./line-server.ts";

/** One pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const results: Record<string, unknown> = {
  audio: { content: [{ type: "audio", mimeType: "audio/wav", data: "AAAA" }] },
  svg: { content: [{ type: "image", mimeType: "image/svg+xml", data: btoa("<svg/>") }] },
  unknown: { content: [{ type: "hologram", data: "x" }, { type: "text", text: "and text" }, 7, null] },
  link: { content: [{ type: "resource_link", uri: "file:///a", name: "A", mimeType: "text/plain" }] },
  blob: {
    content: [{ type: "resource", resource: { uri: "x://b", mimeType: "image/png", blob: png } }],
  },
  files: {
    content: [
      {
        type: "resource",
        resource: { uri: "file:///report.pdf", mimeType: "application/pdf", blob: btoa("%PDF-1.7") },
      },
      { type: "audio", mimeType: "audio/mpeg", data: btoa("ID3") },
      { type: "resource", resource: { uri: "x://raw\u202e", blob: btoa("\u0000\u0001") } },
      { type: "image", mimeType: "Image/SVG+XML; charset=utf-8", data: btoa("<svg/>") },
    ],
  },
  embedded: { content: [{ type: "resource", resource: { uri: "x://t", text: "inside" } }] },
  structured: { content: [], structuredContent: { celsius: 3 } },
  nothing: {},
  failed: { isError: true, content: [{ type: "text", text: "No such city." }] },
  failedSilently: { isError: true },
  surrogate: { content: [{ type: "text", text: "a\ud800b" }] },
  mixed: {
    content: [
      { type: "text", text: "one" },
      { type: "image", mimeType: "image/png", data: png },
      { type: "text", text: "two" },
    ],
  },
};

serveLines({
  list: () => ({ tools: Object.keys(results).map((name) => ({ name, inputSchema: { type: "object" } })) }),
  call: ({ name }) => results[String(name)],
});
