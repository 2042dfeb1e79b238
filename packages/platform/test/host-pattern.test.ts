import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coversAddress, hostPattern } from "@skein/platform/hosts";

function covers(pattern: string, address: string, width: "exact" | "wide"): boolean {
  const parsed = hostPattern(pattern);
  if (!parsed) throw new Error(`${pattern} is no pattern`);
  return coversAddress(parsed, address, width);
}

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);

describe("a host pattern", () => {
  it.each(["", "*", "a b", "a/b", "user@a", "a?b", "*.", "http://a", "a*.b"])("%j is none", (text) => {
    expect(hostPattern(text)).toBeUndefined();
  });

  it.each([
    ["example.com", "https://EXAMPLE.com./x", true],
    ["EXAMPLE.com.", "https://example.com", true],
    ["example.com", "https://example.com.evil.test", false],
    ["example.com", "https://badexample.com", false],
    ["example.com", "https://a.example.com", false],
    ["*.example.com", "https://a.b.example.com", true],
    ["*.example.com", "https://example.com", false],
    ["example.com", "https://user@example.com", false],
    ["example.com", "https://example.com\0.evil.test", false],
    ["example.com", "https://exam\tple.com", false],
    ["example.com", "ftp://example.com", false],
    ["example.com:8080", "http://example.com:8080", true],
    ["example.com:443", "https://example.com", true],
    ["example.com:8080", "http://example.com", false],
    ["127.0.0.1", "http://0x7f.1/", true],
    ["127.0.0.1", "http://[::ffff:127.0.0.1]/", true],
  ])("%s that allows %s: %s", (pattern, address, expected) => {
    expect(covers(pattern, address, "exact")).toBe(expected);
  });

  it.each([
    ["*.0.0.1", "http://10.0.0.1"],
    ["*.1", "http://10.0.0.1"],
    ["0.0.1", "http://10.0.0.1"],
    ["0.0.0.1", "http://10.0.0.1"],
    ["10.0.0.1", "http://110.0.0.1"],
    ["10.0.0.1", "http://10.0.0.11"],
    ["::1", "http://[fd00::1]"],
    ["*.::1", "http://[fd00::1]"],
  ])("%s does not take %s for a name below it", (pattern, address) => {
    for (const width of ["exact", "wide"] as const) {
      const parsed = hostPattern(pattern);
      expect(parsed && coversAddress(parsed, address, width)).not.toBe(true);
    }
  });

  it("allows no host but itself, whatever is put before or behind it", () => {
    checkProperty(
      fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), label, (labels, other) => {
        const host = `${labels.join(".")}.test`;
        expect(covers(host, `https://${host}/`, "exact")).toBe(true);
        for (const near of [`${other}${host}`, `${other}.${host}`, `${host}.${other}.test`])
          expect(covers(host, `https://${near}/`, "exact")).toBe(false);
        expect(covers(host, `https://${other}.${host}/`, "wide")).toBe(true);
      }),
    );
  });
});
