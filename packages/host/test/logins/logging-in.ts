import { logInToServer } from "@skein/runtime/logins";
import { withLogin } from "../../src/logins/with-login.ts";
import { machineOf } from "../machine-of.ts";

// node logging-in.ts FOLDER URL: connects once with the login that is kept in FOLDER; no one is there to log in.
const [folder = "", url = ""] = process.argv.slice(2);
const server = withLogin({ url }, { machine: machineOf(folder) });
try {
  if ("url" in server) await logInToServer(server, AbortSignal.timeout(60_000));
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
