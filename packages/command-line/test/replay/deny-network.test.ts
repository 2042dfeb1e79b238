import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { denyNetwork } from "../../src/replay/deny-network.ts";

describe("a replay", () => {
  it("lets nothing open a connection, and goes away with its block", async () => {
    await using server = await anthropicServer([]);
    {
      using _ = denyNetwork();
      await expect(fetch(server.url)).rejects.toThrow("fetch failed");
      const { connect } = process.getBuiltinModule("node:net");
      expect(() => connect(Number(new URL(server.url).port), "127.0.0.1")).toThrow("opens no connection");
      const dns = process.getBuiltinModule("node:dns").promises;
      expect(() => dns.lookup("localhost")).toThrow("opens no connection");
    }
    expect(server.requests).toHaveLength(0);
    expect((await fetch(`${server.url}/v1/messages`, { method: "POST", body: "{}" })).status).toBeGreaterThan(
      0,
    );
    expect(server.requests).toHaveLength(1);
  });
});
