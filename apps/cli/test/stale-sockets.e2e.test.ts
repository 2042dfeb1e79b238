import { existsSync, lutimesSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

it("a new session removes the sockets of killed processes, and none of a living one", async () => {
  // Ends with the home, too: a failed test must not leave a command that waits for ever.
  const wait = 'until [ -e go ] || [ ! -e "$HOME" ]; do sleep 0.05; done';
  await using server = await anthropicServer((request) => {
    const body = request.bytes.toString();
    return body.includes("hold") && !body.includes("tool_result")
      ? { parts: [shell("t1", wait)] }
      : say("Done.");
  });
  await using skein = await skeinHome(server.url);
  const folder = join(skein.home, ".local/state/skein/run");
  const sockets = () => (existsSync(folder) ? readdirSync(folder) : []);
  const json = ["--mode", "auto", "--output-format", "stream-json"];
  const owners = ["killed", "stopped", "living"] as const;
  const made: Record<string, string> = {};
  const running: Record<string, ReturnType<typeof skein.start>> = {};
  for (const id of owners) {
    const before = sockets();
    running[id] = skein.start(["run", "-t", "hold", "--session-id", id, ...json]);
    await running[id].shows("tool-start");
    made[id] = sockets().find((name) => !before.includes(name)) ?? "";
  }
  running["killed"]?.child.kill("SIGKILL");
  await running["killed"]?.ended.catch(() => undefined);
  running["stopped"]?.child.kill("SIGSTOP");
  const minutesAgo = Date.now() / 1000 - 600;
  for (const name of Object.values(made)) lutimesSync(join(folder, name), minutesAgo, minutesAgo);
  expect(sockets().toSorted()).toEqual(Object.values(made).toSorted());

  expect((await skein.run(["run", "-t", "go", "--session-id", "next", ...json])).exitCode).toBe(0);
  expect(sockets().toSorted()).toEqual(["stopped", "living"].map((id) => made[id] ?? "").toSorted());
  writeFileSync(join(skein.home, "go"), "");
  running["stopped"]?.child.kill("SIGCONT");
  for (const id of ["stopped", "living"]) expect((await running[id]?.ended)?.exitCode).toBe(0);
  expect(sockets()).toEqual([]);
});
