// The Gemini wire without its vendor's credentials and addresses, for providers that speak it elsewhere.
export { geminiCatalogEntry } from "./catalog.ts";
export { type Connection as GeminiConnection } from "./connection.ts";
export { geminiRefusal } from "./errors.ts";
export { geminiModel } from "./model.ts";
