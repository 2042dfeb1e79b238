export { summarize, type SummarizeSettings } from "./summarize.ts";
