// Does not answer what it does not know.
import { echoTool, serveLines } from "./line-server.ts";

serveLines({ before: ({ method }) => method === "server/discover", list: () => ({ tools: [echoTool] }) });
