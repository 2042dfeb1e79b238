import { waitForProcesses } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createStatusCommand } from "../src/screen/status-command.ts";

function line(command: string) {
  const failures: string[] = [];
  const status = createStatusCommand({
    command,
    cwd: () => "/",
    env: { PATH: process.env["PATH"] },
    onChange: () => undefined,
    onFailure: (why) => void failures.push(why),
  });
  return { failures, ...status, [Symbol.dispose]: () => status.stop() };
}

const often = { interval: 20 };

describe("a status line of a command", () => {
  it("is the first line of what it says about the chat, made safe", async () => {
    using status = line(`sed 's/.*"model":"\\([^"]*\\)".*/on \\1 \\x1b[31m/'; echo; echo more`);
    expect(status.line()).toBeUndefined();
    status.sees({ model: "m1" });
    await expect.poll(() => status.line(), often).toBe("on m1 ␛[31m");
    status.sees({ model: "m2" });
    await expect.poll(() => status.line(), often).toBe("on m2 ␛[31m");
  });

  it("runs again only when the chat has changed", async () => {
    using status = line("cat >/dev/null; date +%s%N");
    status.sees({ a: 1 });
    await expect.poll(() => status.line(), often).toBeDefined();
    const first = status.line();
    for (let times = 0; times < 5; times++) status.sees({ a: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(status.line()).toBe(first);
  });

  it("is given up with all that it has started when it takes too long, and that is said once", async () => {
    const mark = `status-${crypto.randomUUID()}`;
    using status = line(`sleep 60 ${mark} 2>/dev/null || sleep 61; : ${mark}`);
    status.sees({ a: 1 });
    await expect.poll(() => status.failures, often).toEqual(["it took more than 2 s"]);
    await waitForProcesses(mark, 0);
    expect(status.line()).toBeUndefined();
  });

  it("says how a command that fails has ended", async () => {
    using status = line("exit 3");
    status.sees({ a: 1 });
    await expect.poll(() => status.failures, often).toEqual(["it ended with exit code 3"]);
  });
});
