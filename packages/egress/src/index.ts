export { type AllowedConnection, allowConnection, type RefusedConnection } from "./allow-connection.ts";
export { coversAddress, destinationOf, type HostPattern, hostPattern } from "./host-pattern.ts";
export { isPublicAddress } from "./public-address.ts";
export { findProxy, type ProxyAccess, type ProxyQuery, UnusableProxy } from "./outgoing/find-proxy.ts";
export { isBypassed, isLoopback } from "./outgoing/no-proxy.ts";
export { outgoingAgent } from "./outgoing/outgoing-agent.ts";
export { outgoingFetch } from "./outgoing/outgoing-fetch.ts";
export { requestFetch, type RequestRoute } from "./outgoing/request-fetch.ts";
