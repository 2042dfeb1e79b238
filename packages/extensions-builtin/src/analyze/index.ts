export { analyze, type AnalyzeSettings } from "./analyze.ts";
