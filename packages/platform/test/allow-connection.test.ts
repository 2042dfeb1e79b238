import { describe, expect, it } from "vitest";
import { allowConnection, hostPattern, isPublicAddress } from "@skein/platform/hosts";

const addresses: Readonly<Record<string, readonly string[]>> = {
  "public.test": ["8.8.8.8"],
  "metadata.test": ["169.254.169.254"],
  "inside.test": ["10.0.0.7"],
  "mapped.test": ["::ffff:10.0.0.7"],
  "both.test": ["10.0.0.7", "8.8.4.4"],
  localhost: ["127.0.0.1"],
};

function allow(hosts: readonly string[], address: string) {
  const patterns = hosts.flatMap((text) => hostPattern(text) ?? []);
  return allowConnection(patterns, address, async (host) => {
    const found = addresses[host];
    if (!found) throw new Error("unknown");
    return found;
  });
}

describe("a connection", () => {
  it.each([
    [["public.test"], "https://public.test/", { address: "8.8.8.8", port: 443 }],
    [["localhost:81"], "http://localhost:81/", { address: "127.0.0.1", port: 81 }],
    [["inside.test", "10.0.0.7"], "http://inside.test/", { address: "10.0.0.7", port: 80 }],
    [["both.test"], "http://both.test/", { address: "8.8.4.4", port: 80 }],
    [["127.0.0.1:4873"], "http://127.1:4873/", { address: "127.0.0.1", port: 4873 }],
    [["[::1]:80"], "http://[::1]/", { address: "::1", port: 80 }],
  ])("with %j to %s is dialled where it was resolved", async (hosts, address, expected) => {
    expect(await allow(hosts, address)).toEqual(expected);
  });

  it.each([
    [[], "https://public.test/", "public.test is not an allowed host."],
    [["public.test"], "https://other.test:8443/", "other.test:8443 is not an allowed host."],
    [["*.test"], "http://metadata.test/", "metadata.test leads to 169.254.169.254, which is not public."],
    [["*.test"], "http://inside.test/", "which is not public"],
    [["*.test"], "http://mapped.test/", "which is not public"],
    [["*.test"], "http://169.254.169.254/", "169.254.169.254 is not an allowed host."],
    [["*.test"], "http://gone.test/", "gone.test could not be resolved."],
    [["*.test"], "http://a@public.test/", "not an allowed host"],
    [["*.test"], "no address", "no address is not an allowed host."],
  ])("with %j to %s is refused", async (hosts, address, why) => {
    expect(await allow(hosts, address)).toMatchObject({ refused: expect.stringContaining(why) });
  });
});

it.each(
  "127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.100.100.200 0.0.0.0 255.255.255.255 ::1 :: fe80::1 fd00:ec2::254 ::ffff:169.254.169.254 ::169.254.169.254 64:ff9b::a9fe:a9fe 2002:a9fe:a9fe::1 ff02::1 nonsense".split(
    " ",
  ),
)("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(["8.8.8.8", "172.32.0.1", "2606:4700::1111"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
