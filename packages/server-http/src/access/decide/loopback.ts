/** Addresses as a socket names them. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/i.test(address);
}
