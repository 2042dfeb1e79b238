import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { cableTo, postgresPrograms, startPostgres } from "@skein/test-kit";

it.skipIf(postgresPrograms() === undefined)(
  "a worker lives when its connections are reset, idle and in statements",
  async () => {
    await using postgres = await startPostgres();
    await using cable = await cableTo(postgres.port);
    const url = `postgres://skein@127.0.0.1:${cable.port}/postgres`;
    const child = fork(new URL("children/lose-connections.ts", import.meta.url), [url, "q"], {
      execArgv: ["--experimental-strip-types", "--no-warnings", "--conditions=development"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = once(child, "exit").then(([code]) => `ended with ${String(code)}`);
    const said = async (): Promise<unknown> =>
      Promise.race([once(child, "message").then(([word]: unknown[]) => word), ended]);
    expect(await said()).toBe("ready");
    cable.slow(20); // so that statements are on their way
    for (let resets = 0; resets < 40; resets++) {
      await setTimeout(30 + 7 * (resets % 11));
      cable.reset();
    }
    const last = said();
    child.send("cut");
    expect(await last).toBe("lives");
    expect(await ended).toBe("ended with 0");
  },
  60_000,
);
