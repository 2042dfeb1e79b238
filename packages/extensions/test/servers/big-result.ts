// `big`: 50 MB of text. `image`: a PNG of 20 MB. `long`: more than one message may hold.
import { echoTool, serveLines, text } from "./line-server.ts";

serveLines({
  list: () => ({ tools: ["big", "image", "long"].map((name) => ({ ...echoTool, name })) }),
  call({ name }) {
    if (name === "big") return text("0123456789abcdef\n".repeat(3_000_000));
    if (name === "long") return text("x".repeat(70_000_000));
    const data = Buffer.alloc(20_000_000).toString("base64");
    return { content: [{ type: "image", mimeType: "image/png", data }] };
  },
});
