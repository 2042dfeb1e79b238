// Child processes: signals go through to them, their exit codes come back.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { windows } from "./environment.mjs";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

// A signal to npm alone ends npm and its shell, and reaches us only as the loss of our parent.
const parent = process.ppid;
const startedByNpm = process.env.npm_lifecycle_event !== undefined;
const orphaned = () => startedByNpm && process.ppid !== parent;

/** Runs a command on this terminal. Returns its exit code; 128 + n when signal n ended it. */
export async function spawnAndWait(command, args, options) {
  const child = spawn(command, args, { stdio: "inherit", shell: windows, ...options });
  const handlers = signals.map((signal) => {
    const forward = () => {
      // A terminal sends Ctrl-C to the child as well; twice would look like an impatient user.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      child.kill(signal);
    };
    process.on(signal, forward);
    return [signal, forward];
  });
  const watch = setInterval(() => {
    if (orphaned()) child.kill("SIGTERM");
  }, 250);
  try {
    return await new Promise((resolve) => {
      child.on("error", (error) => {
        const reason = error.code === "ENOENT" ? "there is no such command" : error.message;
        console.error(`Could not run ${command}: ${reason}.`);
        resolve(127);
      });
      child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
    });
  } finally {
    clearInterval(watch);
    for (const [signal, forward] of handlers) process.off(signal, forward);
  }
}

/** Runs a command quietly. Returns its exit code and everything it printed. */
export async function capture(command, args, options) {
  let output = "";
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], shell: windows, ...options });
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const exitCode = await new Promise((resolve) => {
    child.on("error", (error) => {
      output += error.message;
      resolve(error.code === "ENOENT" ? 127 : 1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
  return { exitCode, output };
}
