import { describe, expect, it } from "vitest";
import { isBypassed } from "@skein/platform/outgoing";

const bypassed = (url: string, list: string) => isBypassed(new URL(url), list);

describe("a host that NO_PROXY names", () => {
  it.each([
    ["https://api.example.com", "example.com", true],
    ["https://api.example.com", ".example.com", true],
    ["https://api.example.com", "*.example.com", true],
    ["https://example.com", ".example.com", true],
    ["https://API.EXAMPLE.COM.", "Example.com", true],
    ["https://notexample.com", "example.com", false],
    ["https://example.com.evil.test", "example.com", false],
    ["https://api.example.com", "a.test, example.com b.test", true],
    ["https://api.example.com", "*", true],
    ["https://api.example.com", "", false],
    ["https://api.example.com", "example.com:443", true],
    ["https://api.example.com:8443", "example.com:443", false],
    ["http://api.example.com", "example.com:80", true],
    ["http://10.1.2.3:11434", "10.0.0.0/8", true],
    ["http://11.1.2.3:11434", "10.0.0.0/8", false],
    ["http://10.1.2.3", "10.1.2.3", true],
    ["http://1.10.1.2.3.example.com", "10.1.2.3", false],
    ["http://10.0.0.1", "0.0.1", false],
    ["http://10.0.0.1", ".0.0.1", false],
    ["http://10.0.0.1", "*.0.0.1", false],
    ["http://10.0.0.1", "1", false],
    ["http://10.0.0.1:80", "0.0.1:80", false],
    ["http://10.0.0.10", "10.0.0.1", false],
    ["http://10.0.0.1", "0.0.0.1", false],
    ["http://[::ffff:10.0.0.1]", "0.0.1", false],
    ["http://[fd00::1]", "fd00::11", false],
    ["http://[fd00::1]", "::1", false],
    ["http://[fd00::1]", ":1", false],
    ["http://example.com", ".", false],
    ["http://example.com", "*.", false],
    ["http://example.com", ".com", true],
    ["http://example.com", "om", false],
    ["http://[fd00::1]:80", "fd00::/8", true],
    ["http://[fd00::1]:80", "[fd00::1]", true],
    ["http://[fd00::1]:80", "[fd00::1]:81", false],
    ["http://10.1.2.3", "10.0.0.0/99, nonsense/8, /, 10.0.0.0/", false],
    ["http://localhost:11434", "", true],
    ["http://127.0.0.1:11434", "", true],
    ["http://[::1]:11434", "", true],
  ])("%s and %j: %s", (url, list, expected) => {
    expect(bypassed(url, list)).toBe(expected);
  });
});
