// Takes nothing but the old greeting as its first request, as some do.
import { echoTool, serveLines } from "./line-server.ts";

let greeted = false;
serveLines({
  before({ method }) {
    greeted ||= method === "initialize";
    if (!greeted) process.exit(1);
    return false;
  },
  list: () => ({ tools: [echoTool] }),
});
