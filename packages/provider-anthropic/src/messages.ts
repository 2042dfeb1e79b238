// The Messages wire without its vendor's credentials and addresses, for providers that speak it elsewhere.
export { claudeCatalogEntry } from "./catalog.ts";
export { type Connection as MessagesConnection } from "./connection.ts";
export { messagesRefusal } from "./errors.ts";
export { messagesModel } from "./model.ts";
