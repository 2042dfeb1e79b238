import { BlockList, isIP } from "node:net";

/** Source: the IANA registries of special-purpose IPv4 and IPv6 addresses, and multicast. Metadata services are link-local. */
const special: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  // Unspecified, loopback, and IPv4 inside IPv6 in its deprecated form.
  ["::", 96],
  ["100::", 64],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
  // Translations to IPv4: which one is behind them, only the network knows.
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 23],
  ["2002::", 16],
];

/** Whether an IP address is one of the public internet: not private, not of this machine or link, not a metadata service. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 0) return false;
  const list = new BlockList();
  for (const [network, prefix] of special)
    list.addSubnet(network, prefix, isIP(network) === 4 ? "ipv4" : "ipv6");
  // An IPv4 address inside IPv6 (::ffff:a.b.c.d) is checked as that address.
  return !list.check(address, kind === 4 ? "ipv4" : "ipv6");
}
