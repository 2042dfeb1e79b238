import { expect, test } from "vitest";
import { listenPlace, type ListenWish } from "../../src/access/index.ts";

test.each<[ListenWish, object]>([
  [{ from: "project" }, { kind: "tcp", address: "127.0.0.1", port: 0, isLoopbackOnly: true }],
  [
    { from: "project", port: 4400 },
    { port: 4400, isLoopbackOnly: true },
  ],
  [
    { from: "user", address: "::1" },
    { address: "::1", isLoopbackOnly: true },
  ],
  [
    { from: "user", socket: "/run/skein.sock" },
    { kind: "socket", path: "/run/skein.sock", isLoopbackOnly: true },
  ],
  [
    { from: "user", allowHosts: ["Skein.Example.org"] },
    { isLoopbackOnly: true, allowHosts: ["skein.example.org"] },
  ],
  [
    { from: "user", address: "0.0.0.0", allowHosts: ["10.0.0.2:4400"] },
    { address: "0.0.0.0", isLoopbackOnly: false },
  ],
])("%j", (wish, expected) => {
  expect(listenPlace(wish)).toMatchObject(expected);
});

test.each<[ListenWish, string]>([
  [{ from: "user", address: "0.0.0.0" }, "no-allowed-host"],
  [{ from: "user", address: "192.168.1.7" }, "no-allowed-host"],
  [{ from: "user", address: "localhost" }, "address"],
  [{ from: "user", port: NaN }, "port"],
  [{ from: "user", port: 65536 }, "port"],
  [{ from: "project", address: "0.0.0.0", allowHosts: ["a.example"] }, "project-reach"],
  [{ from: "project", address: "192.168.1.7" }, "project-reach"],
  [{ from: "project", allowHosts: ["a.example"] }, "project-reach"],
  [{ from: "project", socket: "/tmp/x" }, "project-reach"],
  [{ from: "user", allowHosts: ["*"] }, "not-a-host"],
  [{ from: "user", allowHosts: ["*.example.org"] }, "not-a-host"],
  [{ from: "user", allowHosts: ["https://a.example"] }, "not-a-host"],
  [{ from: "user", allowHosts: ["0.0.0.0"] }, "not-a-host"],
  [{ from: "user", allowHosts: [""] }, "not-a-host"],
])("refuses %j", (wish, code) => {
  expect(() => listenPlace(wish)).toThrow(expect.objectContaining({ code }));
});
