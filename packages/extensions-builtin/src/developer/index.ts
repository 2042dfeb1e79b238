export { developer, type DeveloperSettings } from "./developer.ts";
