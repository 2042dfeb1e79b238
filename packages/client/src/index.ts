export { ClientError } from "./client-error.ts";
export { type ClientOptions } from "./connection.ts";
export { type CallOptions, type Client, createClient } from "./create-client.ts";
export * from "./operations.ts";
export { type ReadEventsOptions, type ReceivedEvent } from "./read-events.ts";
