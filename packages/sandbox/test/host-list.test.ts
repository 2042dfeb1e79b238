import { describe, expect, it } from "vitest";
import { readHosts } from "../src/index.ts";

describe("a list of allowed hosts", () => {
  it.each([
    ["localhost:8080", [{ host: "localhost", port: 8080 }]],
    ["127.0.0.1:5432", [{ host: "127.0.0.1", port: 5432 }]],
    ["127.1.2.3:1", [{ host: "127.1.2.3", port: 1 }]],
    ["[::1]:9000", [{ host: "::1", port: 9000 }]],
    ["example.com", []],
    ["example.com:8080", []],
    ["*.example.com", []],
    ["my-localhost:80", []],
    ["localhost.example.com", []],
    ["notlocalhost", []],
  ])("opens the ports of this machine alone: %s", (host, ports) => {
    expect(readHosts([host]).ports).toEqual(ports);
    expect(readHosts([host]).patterns).toHaveLength(1);
  });

  it.each(["localhost", "127.0.0.1", "[::1]"])("refuses all ports of this machine: %s", (host) => {
    expect(() => readHosts(["example.com", host])).toThrow(`${host} is this machine: name one of its ports`);
  });

  it.each(["", "https://example.com", "a b", "example.com/path"])(
    "refuses what is not a host: %j",
    (text) => {
      expect(() => readHosts([text])).toThrow(`${JSON.stringify(text)} is not a host.`);
    },
  );
});
