import { dirname } from "node:path";
import { networkVariables } from "@skein/platform/variables";

/** What `gh` needs of the environment; it must not get the keys of model vendors. */
const passed: readonly string[] = `
  PATH HOME USER LOGNAME LANG LC_ALL TMPDIR TEMP TMP
  XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
  GH_TOKEN GITHUB_TOKEN GH_ENTERPRISE_TOKEN GITHUB_ENTERPRISE_TOKEN GH_HOST GH_CONFIG_DIR
  DBUS_SESSION_BUS_ADDRESS
  SYSTEMROOT SystemRoot USERPROFILE APPDATA LOCALAPPDATA
`
  .trim()
  .split(/\s+/);

/** @param folder - where it runs: what `gh` asks of git finds no repository above it, whose settings could run a program. */
export function ghEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Record<string, string> {
  const kept = [...passed, ...networkVariables].flatMap((name): [string, string][] => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(kept),
    GIT_CEILING_DIRECTORIES: dirname(folder),
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_SPINNER_DISABLED: "1",
    NO_COLOR: "1",
  };
}
