export { problemLine, skillLines } from "./skills/skill-lines.ts";
