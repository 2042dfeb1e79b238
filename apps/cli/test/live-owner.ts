import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { onTestFinished } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

/** Another process that runs the session `live`: a command of its waits for `release`, then the model replies. */
export async function liveOwner(args: readonly string[] = ["--output-format", "stream-json"]) {
  const command = "touch started; until [ -e go ]; do sleep 0.02; done";
  const server = await anthropicServer((_, count) =>
    count === 0 ? { parts: [shell("t1", command)] } : say(`Reply ${count}.`),
  );
  const skein = await skeinHome(server.url);
  onTestFinished(async () => {
    await skein[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  const owner = skein.start(["run", "-t", "go", "--mode", "auto", "--session-id", "live", ...args]);
  await owner.shows(args.length > 0 ? "tool-start" : "shell");
  return {
    skein,
    owner,
    /** What the model was sent. */
    bodies: () => server.requests.map(({ bytes }) => bytes.toString()),
    release: () => writeFileSync(join(skein.home, "go"), ""),
    isReleased: () => existsSync(join(skein.home, "go")),
  };
}
