export { type AllowedConnection, allowConnection, type RefusedConnection } from "./allow-connection.ts";
export { coversAddress, destinationOf, type HostPattern, hostPattern } from "./host-pattern.ts";
export { isPublicAddress } from "./public-address.ts";
