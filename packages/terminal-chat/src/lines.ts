export { lineChat } from "./lines/line-chat.ts";
