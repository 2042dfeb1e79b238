export { findProxy, type ProxyAccess, type ProxyQuery, UnusableProxy } from "./find-proxy.ts";
export { isBypassed, isLoopback } from "./no-proxy.ts";
export { outgoingAgent } from "./outgoing-agent.ts";
export { outgoingFetch } from "./outgoing-fetch.ts";
export { requestFetch, type RequestRoute } from "./request-fetch.ts";
