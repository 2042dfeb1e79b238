import { openSessions, type Sessions } from "@skein/runtime";
import { directories } from "@skein/settings";

/** Of whoever runs this. Throws `ConfigError` when there is no home folder. */
export function userSessions(): Sessions {
  return openSessions(directories({ env: process.env }).data);
}
