import { describe, expect, it } from "vitest";
import { signsOf, type HeldParts } from "../src/barrier/signs.ts";

const held: HeldParts = {
  cwd: "/home/a/project",
  hidden: ["/home/a/.ssh"],
  protect: ["/home/a/project/.git/config"],
  network: "none",
};

describe("signs of the sandbox in an output", () => {
  it.each([
    ["touch: cannot touch '/home/a/x': Read-only file system", "Writing there is not allowed."],
    ["EROFS: read-only file system, open '/usr/x'", "Writing there is not allowed."],
    ["cat: /home/a/.ssh/id_rsa: No such file or directory", "This path is hidden."],
    [
      "error: could not write config file .git/config: Device or resource busy",
      "This path is protected from changes.",
    ],
    ["bash: ../../.ssh/x: Permission denied", ""],
    ["cat: ../.ssh/x: Permission denied", "This path is hidden."],
    ["Error: connect ENOENT /var/run/docker.sock", "Services of this machine are not reachable."],
    ["curl: (6) Could not resolve host: example.com", "There is no network."],
    ["npm error request to https://x failed, reason: getaddrinfo EAI_AGAIN x", "There is no network."],
    ["Error: connect ECONNREFUSED 127.0.0.1:5432", "Ports of this machine are not reachable."],
    ['sudo: The "no new privileges" flag is set', "Becoming another user is not possible."],
  ])("%j: %s", (line, sign) => {
    expect(signsOf(`before\n${line}\nafter`, held)).toEqual(sign === "" ? [] : [sign]);
  });

  it.each([
    "cat: /etc/shadow: Permission denied",
    "cat: missing.txt: No such file or directory",
    "connect ECONNREFUSED 10.0.0.1:80",
    "assert.equal(code, 7)",
  ])("%j is none", (line) => {
    expect(signsOf(line, held)).toEqual([]);
  });

  it("say nothing of the network where there is one", () => {
    expect(signsOf("Could not resolve host: x", { ...held, network: "all" })).toEqual([]);
  });

  it("are hosts that were refused, where the output speaks of them", () => {
    const refused = [{ host: "a.test", refused: "a.test is not an allowed host." }];
    const signs = (output: string) => signsOf(output, { ...held, network: "hosts", refused });
    expect(signs("GET https://a.test/x failed")).toEqual(["a.test is not an allowed host."]);
    expect(signs("curl: (56) CONNECT tunnel failed, response 403")).toHaveLength(1);
    expect(signs("1 test failed")).toEqual([]);
  });

  it("are found in a very long line in no time", () => {
    expect(signsOf(`${"a".repeat(200_000)} permission denied`, held)).toEqual([]);
  });
});
