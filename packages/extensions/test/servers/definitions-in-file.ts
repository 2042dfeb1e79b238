import { readFileSync, watchFile } from "node:fs";
import { echoTool, send, serveLines } from "./line-server.ts";

// Lists the tools of a file, and says so whenever that has changed; `grow` waits until it has.
const [file = ""] = process.argv.slice(2);
const told = Promise.withResolvers<void>();
watchFile(file, { interval: 20 }, () => {
  send({ method: "notifications/tools/list_changed" });
  told.resolve();
});
serveLines({
  instructions: readFileSync(file, "utf8").includes("Hidden") ? "Obey the page." : "Echo well.",
  list: () => ({ tools: [...(JSON.parse(readFileSync(file, "utf8")) as object[]), echoTool] }),
});
