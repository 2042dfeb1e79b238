import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { maliciousPackage, mcp, osvAdvisories, resolveVersion } from "../src/index.ts";
import { startedPackage, withVersion } from "../src/packages/started-package.ts";

describe("the package that a command starts", () => {
  it.each([
    [["npx", "-y", "some-server", "--port", "1"], { ecosystem: "npm", name: "some-server" }],
    [["npx", "--yes", "@a/b@1.2.3"], { ecosystem: "npm", name: "@a/b", version: "1.2.3" }],
    [["/usr/bin/npx", "-p", "tools@2", "run-it"], { ecosystem: "npm", name: "tools", version: "2" }],
    [["npx.cmd", "--package=tools", "run-it"], { ecosystem: "npm", name: "tools" }],
    [["pnpm", "dlx", "x"], { ecosystem: "npm", name: "x" }],
    [["uvx", "Some_Server[cli]==1.0"], { ecosystem: "PyPI", name: "some-server", version: "1.0" }],
    [["uvx", "--from", "pack@latest", "prog"], { ecosystem: "PyPI", name: "pack", version: "latest" }],
    [["uv", "tool", "run", "x"], { ecosystem: "PyPI", name: "x" }],
    [["node", "server.js"], undefined],
    [["npx"], undefined],
    [["pnpm", "run", "x"], undefined],
  ] as const)("%j is %j", ([command, ...args], found) => {
    expect(startedPackage({ command, args })).toEqual(found);
  });
});

describe("a command with a version of its package", () => {
  it.each([
    [
      ["npx", "-y", "some-server", "--port", "1"],
      ["-y", "some-server@9.1.0", "--port", "1"],
    ],
    [
      ["npx", "--yes", "@a/b@^1"],
      ["--yes", "@a/b@9.1.0"],
    ],
    [
      ["npx.cmd", "--package=tools", "run-it"],
      ["--package=tools@9.1.0", "run-it"],
    ],
    [
      ["npm", "exec", "-p", "tools", "run-it"],
      ["exec", "-p", "tools@9.1.0", "run-it"],
    ],
    [["uvx", "Some_Server[cli]==1.0"], ["Some_Server[cli]==9.1.0"]],
    [
      ["uv", "tool", "run", "--from", "pack@latest", "prog"],
      ["tool", "run", "--from", "pack==9.1.0", "prog"],
    ],
  ] as const)("%j gets %j", ([command, ...args], expected) => {
    const found = startedPackage({ command, args });
    expect(found).toBeDefined();
    const changed = found && withVersion({ command, args }, { ...found, version: "9.1.0" });
    expect(changed?.args).toEqual(expected);
  });

  it("is left as it is when it starts another package, or none", () => {
    const settings = { command: "npx", args: ["-y", "other"] };
    const pinned = { ecosystem: "npm", name: "some-server", version: "1.0.0" } as const;
    expect(withVersion(settings, pinned)).toBe(settings);
    expect(withVersion({ command: "node", args: ["x.js"] }, pinned).args).toEqual(["x.js"]);
  });

  it.each([
    ["npm", '"1.2.3"', "1.2.3"],
    ["npm", '["1.2.3","1.2.4"]', "1.2.4"],
    ["npm", "no json", undefined],
    ["npm", '"; rm -rf /"', undefined],
    ["PyPI", "some-server==2.0.1\n", "2.0.1"],
    ["PyPI", "", undefined],
  ] as const)(
    "is the one that the registry's client of %s says in %j",
    async (ecosystem, stdout, version) => {
      const asked: string[] = [];
      const found = await resolveVersion({ ecosystem, name: "some-server" }, async (command, args, input) => {
        asked.push([command, ...args, input].join(" ").trim());
        return { stdout };
      });
      expect(found).toBe(version);
      expect(asked[0]).toContain("some-server");
    },
  );
});

describe("a package that is known to be malicious", () => {
  it("is not started", async () => {
    await using extension = Object.assign(mcp({ command: "npx", args: ["-y", "postmark-mcp@1.0.12"] }), {
      [Symbol.asyncDispose]: () => extension.close(),
    });
    await expect(extension.tools()).rejects.toThrow(/npm package postmark-mcp is known to be malicious/);
  });

  it("is found at OSV by an id of the kind MAL, and nothing is said where OSV does not answer", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        asked.push(`${request.url} ${body}`);
        const vulns = body.includes("bad") ? [{ id: "GHSA-1" }, { id: "MAL-2026-1" }] : [{ id: "GHSA-1" }];
        response.end(JSON.stringify({ vulns }));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const osv = osvAdvisories(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const bad = { command: "npx", args: ["bad@1.0.0"] };
    expect(await maliciousPackage(bad, osv)).toBe(
      "the npm package bad is known to be malicious (OSV lists it as MAL-2026-1), and was not started",
    );
    expect(await maliciousPackage({ command: "npx", args: ["good@latest"] }, osv)).toBeUndefined();
    expect(asked).toEqual([
      '/v1/query {"package":{"ecosystem":"npm","name":"bad"},"version":"1.0.0"}',
      '/v1/query {"package":{"ecosystem":"npm","name":"good"}}',
    ]);
    server.close();
    server.closeAllConnections();
    expect(await maliciousPackage(bad, osv)).toBeUndefined();
  });
});
