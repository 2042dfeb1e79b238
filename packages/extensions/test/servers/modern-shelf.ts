// A server of 2026-07-28 that counts what is read, says how long an answer can be kept, and tells of changes.
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

let reads = 0;

serveStdio(() => {
  const server = new Server(
    { name: "shelf", version: "1.0.0" },
    { capabilities: { tools: {}, prompts: {}, resources: { subscribe: true } } },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [] }));
  server.setRequestHandler("prompts/list", () => ({ prompts: [{ name: "tidy" }] }));
  server.setRequestHandler("prompts/get", () => ({
    messages: [{ role: "user", content: { type: "text", text: "Tidy up." } }],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const name = uri.replace("shelf://", "");
    if (name === "touch") await server.sendResourceUpdated({ uri: "shelf://kept" });
    const text = `${name} ${++reads}`;
    return { contents: [{ uri, text }], ttlMs: name === "kept" ? 60_000 : 0 };
  });
  return server;
});
