// Writes a byte order mark before its first message, or with "each" before every one.
import { echoTool, serveLines } from "./line-server.ts";

const write = process.stdout.write.bind(process.stdout);
let isFirst = true;
process.stdout.write = (text: string) => {
  const mark = isFirst || process.argv[2] === "each" ? "\ufeff" : "";
  isFirst = false;
  return write(`${mark}${text}`);
};

serveLines({ list: () => ({ tools: [echoTool] }) });
