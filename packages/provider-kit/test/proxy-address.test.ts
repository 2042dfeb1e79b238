import { describe, expect, it } from "vitest";
import { ConfigError } from "@skein/protocol";
import { proxyAddress } from "../src/transport/proxy-address.ts";

describe("the proxy before an address", () => {
  const proxyOf = (url: string, env: Readonly<Record<string, string>>, explicit?: string) =>
    proxyAddress({ provider: "vendor", url: new URL(url), explicit, env });

  it("is that of its scheme, in small letters first", () => {
    const env = { HTTPS_PROXY: "http://big:1", https_proxy: "http://small:1", HTTP_PROXY: "plain:3128" };
    expect(proxyOf("https://vendor.example", env)?.host).toBe("small:1");
    expect(proxyOf("http://vendor.example", env)).toMatchObject({ origin: "http://plain:3128" });
    expect(proxyOf("http://vendor.example", { ...env, http_proxy: "tiny:1" })?.host).toBe("tiny:1");
    expect(
      proxyOf("http://vendor.example", { HTTPS_PROXY: "big:1", https_proxy: "small:1" }),
    ).toBeUndefined();
    expect(proxyOf("https://vendor.example", { HTTPS_PROXY: " " })).toBeUndefined();
    expect(proxyOf("https://vendor.example", { ALL_PROXY: "http://all:1" })?.host).toBe("all:1");
    expect(proxyOf("https://vendor.example", { ALL_PROXY: "http://all:1", HTTPS_PROXY: "big:1" })?.host).toBe(
      "big:1",
    );
  });

  it.each(["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy"])(
    "in %s that speaks SOCKS is refused by name",
    (name) => {
      const env = { [name]: "socks5h://ann:secret@proxy.test:1080" };
      expect(() => proxyOf("https://vendor.example", env)).toThrow(
        `The proxy in ${name} is not an http or https address.`,
      );
      expect(proxyOf("http://127.0.0.1:11434", env)).toBeUndefined();
      expect(proxyOf("https://vendor.example", { ...env, NO_PROXY: "vendor.example" })).toBeUndefined();
      expect(proxyOf("https://vendor.example", env, "none")).toBeUndefined();
    },
  );

  it("is what the settings say, whatever the environment says", () => {
    const env = { HTTPS_PROXY: "http://env:1", NO_PROXY: "vendor.example" };
    expect(proxyOf("https://vendor.example", env)).toBeUndefined();
    expect(proxyOf("https://vendor.example", env, "https://own:8443")?.host).toBe("own:8443");
    expect(proxyOf("https://other.example", env, "none")).toBeUndefined();
    expect(proxyOf("http://127.0.0.1:1", env, "own:3128")?.host).toBe("own:3128");
  });

  it("keeps user name and password apart, and never shows them", () => {
    const access = proxyOf("https://x.test", {}, "http://ann:p%40ss%zz@proxy.test:3128");
    expect(access).toEqual({
      origin: "http://proxy.test:3128",
      host: "proxy.test:3128",
      account: "ann:p%40ss%zz",
      secrets: ["ann:p%40ss%zz", "p%40ss%zz", "p%40ss%zz"],
    });
    expect(proxyOf("https://x.test", {}, "http://ann:p%40ss@proxy.test")?.account).toBe("ann:p@ss");
  });

  it.each([
    ["a name alone", "http://ann@proxy.test", "ann:", ["ann:"]],
    ["a password alone", "http://:pass@proxy.test", ":pass", [":pass", "pass", "pass"]],
    ["neither", "http://proxy.test", undefined, []],
    ["neither, but their signs", "http://:@proxy.test", undefined, []],
  ])("may have %s", (_, address, account, secrets) => {
    expect(proxyOf("https://x.test", {}, address)).toEqual({
      origin: "http://proxy.test",
      host: "proxy.test",
      account,
      secrets,
    });
  });

  it.each([
    ["socks5://ann:secret@proxy.test", "the proxy"],
    ["http://ann:secret@proxy.test:notaport", "the proxy"],
  ])("is refused when it cannot be spoken to: %s", (explicit, name) => {
    const caught = (() => {
      try {
        return proxyOf("https://x.test", {}, explicit);
      } catch (error) {
        return error;
      }
    })();
    expect(caught).toBeInstanceOf(ConfigError);
    expect(caught).toMatchObject({ code: "usage", hint: expect.stringContaining(name) as string });
    expect(String(caught)).not.toContain("secret");
    expect(() => proxyOf("https://x.test", { HTTPS_PROXY: explicit })).toThrow("The proxy in HTTPS_PROXY");
  });
});
