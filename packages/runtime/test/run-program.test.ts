import { expect, it } from "vitest";
import { runProgram } from "@skein/runtime/extensions";

it("says of a program that was ended that it took too long", async () => {
  const running = runProgram(process.env, 50)(process.execPath, ["-e", "setInterval(() => {}, 1000)"], "");
  await expect(running).rejects.toThrow("has not ended within 0.05 s, so it was ended.");
});
