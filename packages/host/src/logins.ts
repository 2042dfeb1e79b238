export { logInToExtension, type LogInOptions } from "./logins/log-in.ts";
