import { logInToExtension } from "@skein/host/secrets";
import { loginPage } from "../login-page.ts";
import { thisMachine } from "../machine.ts";
import { note, warn } from "../print.ts";

/** Logs in to an extension's server, and keeps the login. */
export async function logIn(target: string): Promise<number> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("the login was given up")));
  const place = await logInToExtension({
    machine: thisMachine(),
    openPage: loginPage(true, warn),
    target,
    cwd: process.cwd(),
    signal: stop.signal,
  });
  if (!place) note(`${target} requires no login.`);
  else
    note(
      `Logged in; ${place.kind === "keyring" ? "kept in the system's keyring" : `kept in ${place.path}`}.`,
    );
  return 0;
}
