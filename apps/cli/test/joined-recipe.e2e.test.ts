import { existsSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { importHome } from "./import-home.ts";
import { say, shell } from "./replies.ts";

const recipe = `title: Watch
description: Watches
prompt: Begin
extensions: [{ type: builtin, name: developer }]
retry: { max_retries: 1, checks: [{ type: shell, command: "true" }] }
`;

it("a session whose recipe another process runs is joined without agreeing to it again", async () => {
  const command = "touch started; until [ -e go ]; do sleep 0.02; done";
  await using server = await anthropicServer((_, count) =>
    count === 0 ? { parts: [shell("t1", command)] } : say(`Reply ${count}.`),
  );
  await using skein = await importHome({ "watch.yaml": recipe });
  const env = { ANTHROPIC_BASE_URL: server.url };
  const begin = ["run", "--recipe", "watch.yaml", "--mode", "auto", "--session-id", "live"];
  const refused = await skein.here([...begin, "--no-stdin"], env);
  const hash = /--trust-hash ([0-9a-f]{64})/.exec(refused.stderr)?.[1] ?? "";
  const owner = skein.start([...begin, "--trust-hash", hash, "--output-format", "stream-json"], env);
  await owner.shows("tool-start");
  await expect.poll(() => existsSync(join(skein.home, "started"))).toBe(true);
  const joined = skein.here(["resume", "live", "-t", "and more"], env);
  await owner.shows('"type":"queued"');
  expect(server.requests).toHaveLength(1);
  skein.write("go", "");
  expect(await joined).toMatchObject({ exitCode: 0 });
  await owner.ended;
  // No one runs it now.
  expect((await skein.here(["resume", "live", "-t", "and more"], env)).exitCode).toBe(7);
});
