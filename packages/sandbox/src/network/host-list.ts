import { hostPattern, type HostPattern } from "@skein/platform/hosts";
import { SandboxError } from "../barrier/port.ts";

export interface AllowedHosts {
  readonly patterns: readonly HostPattern[];
  /** Ports of this machine that commands reach under the same number. */
  readonly ports: readonly { readonly host: string; readonly port: number }[];
}

/** Reads a list of hosts. Throws `SandboxError` for one that is not a host, or all ports of this machine. */
export function readHosts(hosts: readonly string[]): AllowedHosts {
  const patterns = hosts.map((text) => {
    const pattern = hostPattern(text);
    if (pattern) return pattern;
    throw new SandboxError(
      `${JSON.stringify(text)} is not a host. Write example.com, *.example.com or localhost:8080.`,
    );
  });
  const ports = patterns.flatMap(({ host, isBelow, port }) => {
    if (isBelow || !/^(localhost|127\.[\d.]+|\[::1\])$/.test(host)) return [];
    if (port === undefined) {
      throw new SandboxError(`${host} is this machine: name one of its ports, such as ${host}:8080.`);
    }
    return [{ host: host.replace(/^\[|\]$/g, ""), port: Number(port) }];
  });
  return { patterns, ports };
}
