// A list without an end. With the argument `circle` it comes round again.
import { serveLines } from "./line-server.ts";

let page = 0;
serveLines({
  list: () => ({ tools: [], nextCursor: process.argv[2] === "circle" ? `${page++ % 3}` : `${page++}` }),
});
