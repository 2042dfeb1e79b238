import { commandGroup } from "../arguments/command-group.ts";
import { defineCommand } from "../arguments/define-command.ts";

const help = `skein extension: extensions and their servers

Usage
  skein extension login NAME   log in to the server of an extension in your settings, or at an address

A server that requires a login says so; the page is shown and opened in your browser (BROWSER names another one). The login
is kept in the system's keyring, or in a file that only you can read.

Exit codes
  0 done · 2 no such extension · 9 the login did not succeed
`;

export const main = commandGroup("extension", help, {
  login: async () => ({
    main: defineCommand({
      name: "extension",
      help: () => help,
      flags: {},
      words: 1,
      run: async (_, [target]) => (await import("../extension/login.ts")).logIn(target),
    }),
  }),
});
