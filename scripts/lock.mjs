// One set-up at a time, across processes.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Runs `work` while holding the lock file; waits for another living process that holds it. */
export async function withLock(file, work) {
  let told = false;
  while (!acquire(file)) {
    if (ownerIsGone(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) console.error("[setup] waiting for another set-up of this folder to end");
    told = true;
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function ownerIsGone(file) {
  try {
    const owner = Number(readFileSync(file, "utf8"));
    if (owner > 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}
