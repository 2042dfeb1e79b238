import { fork } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { cableTo } from "@skein/test-kit";
import { describePostgres, newSchema } from "./postgres.ts";

describePostgres("a process whose connections are reset", ({ server }) => {
  it.each([
    "idle",
    "in a statement",
    "lent, between statements",
    "lent, in a statement",
    "listening",
    "a connection of its own",
    "making the tables",
  ])("lives: %s", async (kind) => {
    await using cable = await cableTo(server().port);
    const lock = new pg.Client(server().url);
    await lock.connect();
    onTestFinished(() => lock.end());
    if (kind === "making the tables") await lock.query("SELECT pg_advisory_lock($1)", [0x534b4549]);
    const url = `postgres://skein@127.0.0.1:${cable.port}/postgres`;
    const child = fork(new URL("children/lose-connections.ts", import.meta.url), [url, newSchema(), kind], {
      execArgv: ["--experimental-strip-types", "--no-warnings", "--conditions=development"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = once(child, "exit").then(([code]) => `ended with ${String(code)}`);
    const said = async (): Promise<unknown> =>
      Promise.race([once(child, "message").then(([word]: unknown[]) => word), ended]);
    expect(await said()).toBe("ready");
    cable.reset();
    const last = said();
    child.send("cut");
    expect(await last).toBe("lives");
    expect(await ended).toBe("ended with 0");
  });
});
