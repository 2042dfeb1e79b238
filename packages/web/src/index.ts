export { web, type WebSettings } from "./web.ts";
