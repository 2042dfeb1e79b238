import { createClient, type Client } from "@skein/client";

/** The server of this page, also below a path of a proxy. The browser has its cookie. */
export const server: Client = createClient({ url: new URL(".", location.href).href.replace(/\/$/, "") });
