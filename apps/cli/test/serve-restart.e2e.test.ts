import { once } from "node:events";
import { join } from "node:path";
import { readServerRecord } from "@skein/server-http/access";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

/** Starts `skein serve`; resolves when it can be found. */
async function served(skein: SkeinHome) {
  const { child } = skein.start(["serve"], { SKEIN_HOME: skein.home });
  await once(child.stdout, "data");
  const record = await readServerRecord(join(skein.home, "state", "run", "server.json"));
  const ask = async (method: string, path: string, body?: object, key?: string) => {
    const answer = await fetch(`${record?.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${record?.token}`,
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const isRepeated = answer.headers.get("idempotent-replayed") === "true";
    return { status: answer.status, isRepeated, body: await answer.json() };
  };
  return { child, ask };
}

interface Entry {
  readonly kind: string;
  readonly run: string;
}

it.each(["at once", "when the model was asked"])(
  "a message is sent once though the server is killed %s and the request repeated",
  async (when) => {
    const asked = Promise.withResolvers<void>();
    await using model = await anthropicServer(() => {
      asked.resolve();
      return { parts: [{ type: "text", text: "Done." }] };
    });
    await using skein = await skeinHome(model.url);
    const first = await served(skein);
    const wish = { cwd: skein.home, provider: "anthropic", model: "claude-sonnet-4-5" };
    const { session } = (await first.ask("POST", "/sessions", wish)).body;
    const path = `/sessions/${session}/messages`;
    const taken = await first.ask("POST", path, { input: "do it once" }, "key-1");
    if (when !== "at once") await asked.promise;
    first.child.kill("SIGKILL");
    await once(first.child, "close");

    const second = await served(skein);
    // Before anything of it was written, the session was not there: nothing was sent either.
    const known = await second.ask("GET", `/sessions/${session}`);
    if (when === "at once" && known.status === 404) return;
    const { entries: before } = (await second.ask("GET", `/sessions/${session}/entries`)).body;
    const isWritten = before.some(({ kind }: Entry) => kind === "run-start");
    expect(isWritten || when === "at once").toBe(true);
    const again = await second.ask("POST", path, { input: "do it once" }, "key-1");
    expect([taken.status, again.status]).toEqual([200, 200]);
    // Killed at once, the run may not have been written down: it began now.
    expect([again.isRepeated, again.body.run]).toEqual([
      isWritten,
      isWritten ? taken.body.run : again.body.run,
    ]);
    const { entries } = (await second.ask("GET", `/sessions/${session}/entries`)).body;
    expect(entries.filter(({ kind }: Entry) => kind === "run-start")).toHaveLength(1);
    second.child.kill("SIGTERM");
    await once(second.child, "close");
  },
);
