import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { processesWith } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeTiers } from "../src/index.ts";
import { projectFor } from "./project.ts";

const full = (await probeTiers()).found.find(({ network }) => network === "hosts");

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => response.end(`hello ${request.headers.host} ${request.url}`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});

afterAll(() => void server.close());

/** Sends lines to the proxy and prints its answer. */
const ask = (first: string, ...others: readonly string[]) =>
  `exec 3<>/dev/tcp/127.0.0.1/\${HTTP_PROXY##*:} && printf '${[first, "Host: evil.test", ...others].map((line) => `${line}\\r\\n`).join("")}\\r\\n' >&3 && cat <&3`;

describe.skipIf(full === undefined)("a command that may reach some hosts", () => {
  it.each([
    ["a request", () => ask(`GET http://localhost:${port}/a?b HTTP/1.1`, "Connection: close"), "/a?b"],
    [
      "a tunnel",
      () => ask(`CONNECT localhost:${port} HTTP/1.1`, "", "GET /in HTTP/1.1", "Host: x", "Connection: close"),
      "hello x /in",
    ],
    ["a port of this machine", () => `curl -sS http://127.0.0.1:${port}/direct`, "/direct"],
    [
      "a request, whatever host its head names",
      () => ask(`GET http://localhost:${port}/ HTTP/1.1`, "Connection: close"),
      "hello localhost",
    ],
  ])("reaches an allowed one by %s", async (_name, command, expected) => {
    await using project = await projectFor(full!);
    expect((await project.run(command(), { hosts: [`localhost:${port}`] })).stdout).toContain(expected);
  });

  it.each([
    ["https://evil.test", "CONNECT evil.test:443 HTTP/1.1"],
    ["the metadata service", "GET http://169.254.169.254/ HTTP/1.1"],
    ["the metadata service by another spelling", "GET http://0xa9fea9fe/ HTTP/1.1"],
    ["a port that is not allowed", "GET http://localhost:1/ HTTP/1.1"],
    ["a host that begins like an allowed one", "CONNECT localhost.evil.test:443 HTTP/1.1"],
    ["a host behind a user's name", "GET http://localhost@evil.test/ HTTP/1.1"],
    ["an allowed host with a user's name", "CONNECT a@localhost:80 HTTP/1.1"],
    ["another protocol", "GET ftp://localhost/ HTTP/1.1"],
  ])("does not reach %s", async (_name, line) => {
    await using project = await projectFor(full!);
    const { stdout } = await project.run(ask(line), { hosts: ["localhost:80"] });
    expect(stdout).toMatch(/^HTTP\/1.1 403 /);
    expect(stdout).toContain("Refused by the sandbox");
  });

  it("reaches nothing with an empty list, and says what it would have reached", async () => {
    await using project = await projectFor(full!);
    const ran = await project.run(ask("CONNECT registry.example.org:443 HTTP/1.1"));
    expect(ran.stdout).toContain("403");
    expect(ran.signs).toEqual(["registry.example.org is not an allowed host."]);
  });

  it("has no other way: the network has no device but its own loopback", async () => {
    await using project = await projectFor(full!);
    const { stdout } = await project.run(
      "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '; cat /proc/net/route | wc -l",
    );
    expect(stdout).toBe("lo\n1\n");
  });

  it("leaves no process that keeps its network", async () => {
    await using project = await projectFor(full!);
    await project.run("true", { hosts: [`localhost:${port}`] });
    expect(await processesWith(`[0,${port}]`)).toEqual([]);
  });

  it.each([
    [["http://a"], '"http://a" is not a host.'],
    [["localhost"], "localhost is this machine: name one of its ports"],
  ])("is not started where the list %j cannot be kept", async (hosts, why) => {
    await using project = await projectFor(full!);
    await expect(project.run("true", { hosts })).rejects.toThrow(why);
  });
});
