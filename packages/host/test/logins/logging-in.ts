import { logInToServer } from "@skein/runtime/logins";
import { machineOf } from "@skein/test-host";
import { withLogin } from "../../src/logins/with-login.ts";

// node logging-in.ts FOLDER URL: connects once with the login that is kept in FOLDER; no one is there to log in.
const [folder = "", url = ""] = process.argv.slice(2);
const server = withLogin({ url }, { machine: machineOf(folder) });
try {
  if ("url" in server) await logInToServer(server, AbortSignal.timeout(240_000));
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
