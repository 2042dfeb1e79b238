import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runIn } from "../../packages/run-in.ts";

const root = join(import.meta.dirname, "../../..");

/** Audits against a registry that gives this answer to the question for advisories. */
async function audited(
  status: number,
  answer: object,
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const server = createServer((request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(request.method === "POST" ? answer : {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return await runIn({ cwd: root }, process.execPath, "tools/audit/run.ts", "--registry", registry);
  } finally {
    server.close();
  }
}

it("passes without an advisory", async () => {
  const { ok, output } = await audited(200, {});
  expect(output).toContain("No advisory without a review");
  expect(ok).toBe(true);
});

it("fails for an advisory of an installed version, and names who brings it", async () => {
  const hono = {
    id: 1,
    url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
    title: "Made up",
    severity: "high",
    vulnerable_versions: "*",
    cwe: [],
    cvss: { score: 7, vectorString: "" },
  };
  const { ok, output } = await audited(200, { hono: [hono] });
  expect(output).toMatch(/^GHSA-aaaa-bbbb-cccc \(high\): hono [\d.]+: Made up\. By [\w./@-]+ > .*hono\.$/m);
  expect(ok).toBe(false);
});

it("fails when the registry gives no answer", async () => {
  const { ok, output } = await audited(405, {});
  expect(output).toContain("The registry gave no answer");
  expect(ok).toBe(false);
});
