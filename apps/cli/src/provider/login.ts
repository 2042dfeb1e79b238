import { describeKey, listProviderLogins, logInToProvider, logOutOfProvider } from "@skein/host/secrets";
import { loginTable } from "@skein/terminal-chat/machine";
import { widthOf } from "@skein/terminal/table";
import { loginPage } from "../login-page.ts";
import { thisMachine } from "../machine.ts";
import { learnProviders, providerRegistry } from "../providers.ts";
import { note, printJson, warn } from "../print.ts";

/** Gets a key on the vendor's page, by a code or in a browser, and stores it. */
export async function logIn(id: string): Promise<number> {
  const sources = await loginSources();
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("The login was given up.")));
  const show = (code: string, page: string) => warn(`Open ${page} and enter the code ${code}`);
  const openPage = loginPage(true, (line) => warn(line));
  const login = await logInToProvider(id, sources, { show, openPage, signal: stop.signal });
  warn(`Logged in to ${id}${login.account ? ` as ${login.account}` : ""}: ${describeKey(login)}.`);
  return 0;
}

/** Removes what the login to a provider stored. */
export async function logOut(id: string): Promise<number> {
  await logOutOfProvider(id, await loginSources());
  note(`Logged out of ${id}.`);
  return 0;
}

export async function showLogins(asJson: boolean): Promise<number> {
  const logins = await listProviderLogins(await loginSources());
  if (asJson) printJson({ logins });
  else process.stdout.write(loginTable(logins, widthOf(process.stdout)));
  return 0;
}

async function loginSources() {
  for (const warning of await learnProviders(process.cwd())) warn(warning);
  return { machine: thisMachine(), providers: providerRegistry };
}
