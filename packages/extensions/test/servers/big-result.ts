// `number`: a result that is no object. `many-values`, `deep-values`: what they say.
// `big`: 15 MB of text. `image`: a PNG of 10 MB. `long`: more than one message may hold.
import { echoTool, serveLines, text } from "./line-server.ts";

let deep: unknown = [];
for (let depth = 0; depth < 600; depth++) deep = [deep];
const names = ["big", "image", "long", "many-values", "deep-values", "number"];
serveLines({
  list: () => ({ tools: names.map((name) => ({ ...echoTool, name })) }),
  call({ name }) {
    if (name === "big") return text("0123456789abcdef\n".repeat(900_000));
    if (name === "number") return 5;
    if (name === "many-values") return { content: Array.from({ length: 300_000 }, () => ({})) };
    if (name === "deep-values") return { content: deep };
    if (name === "long") return text("x".repeat(17_000_000));
    const data = Buffer.alloc(10_000_000).toString("base64");
    return { content: [{ type: "image", mimeType: "image/png", data }] };
  },
});
