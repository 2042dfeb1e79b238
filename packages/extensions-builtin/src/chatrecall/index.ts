export { chatrecall, type RecalledPlace, type SearchChats } from "./chatrecall.ts";
