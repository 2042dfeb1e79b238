import { z } from "zod";
import { defineOperation, type Operation } from "./operation.ts";
import { role } from "./schemas.ts";

/** Who else may come in. */
export const accessOperations: readonly Operation[] = [
  defineOperation({
    id: "addToken",
    method: "POST",
    path: "/tokens",
    tag: "access",
    role: "admin",
    afterRestart: "again",
    summary: "A token with a role, valid until the server ends",
    input: z.strictObject({ role }),
    output: z.strictObject({ id: z.string(), token: z.string() }),
    async run({ role: granted }, { server }) {
      const { id, secret } = server.addToken(granted);
      return { id, token: secret };
    },
  }),
  defineOperation({
    id: "removeToken",
    method: "DELETE",
    path: "/tokens/{id}",
    tag: "access",
    role: "admin",
    afterRestart: "again",
    summary: "Revoke a token",
    input: z.strictObject({ id: z.string().min(1).max(100) }),
    output: z.strictObject({ wasValid: z.boolean() }),
    run: async ({ id }, { server }) => ({ wasValid: await server.revoke(id) }),
  }),
  defineOperation({
    id: "addBrowserLink",
    method: "POST",
    path: "/browser-links",
    tag: "access",
    role: "admin",
    afterRestart: "again",
    summary: "A link that opens a browser with a role: once, within a minute",
    input: z.strictObject({ role }),
    output: z.strictObject({ url: z.string() }),
    run: async ({ role: granted }, { server }) => ({ url: server.browserLink(granted) }),
  }),
];
