import { createRedactor, redactFile } from "../../src/index.ts";

// node redact.ts FILE SECRET
const [path, value] = process.argv.slice(2) as [string, string];
const redactor = createRedactor({ key: new Uint8Array(32).fill(7), secrets: [{ name: "A", value }] });
const isRewritten = await redactFile(path, redactor);
process.stdout.write(JSON.stringify({ isRewritten, peakKb: process.resourceUsage().maxRSS }));
