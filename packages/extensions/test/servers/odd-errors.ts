import { echoTool, send, serveLines } from "./line-server.ts";

const errors: readonly unknown[] = [
  {},
  { code: 1 },
  { message: "no code" },
  "a text",
  null,
  { code: "x", message: 1 },
];

// Each call is answered with another error that is not one.
serveLines({
  list: () => ({ tools: errors.map((_, at) => ({ ...echoTool, name: `error_${at}` })) }),
  call: ({ name }, id) => send({ id, error: errors[Number(String(name).slice(-1))] }),
});
