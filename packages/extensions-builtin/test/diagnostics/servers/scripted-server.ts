#!/usr/bin/env node
// A language server for tests: each line with "bad" is an error. Its name says how it behaves.
import { basename } from "node:path";

const manner = basename(process.argv[1] ?? "").replace(/\.ts$/, "");
if (manner === "dying-server") process.exit(1);

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly textDocument?: { readonly uri: string; readonly version?: number; readonly text?: string };
    readonly contentChanges?: readonly { readonly text: string }[];
  };
}

const texts = new Map<string, string>();

function send(message: object): void {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function errorsOf(uri: string): readonly object[] {
  const lines = (texts.get(uri) ?? "").split("\n");
  return lines.flatMap((text, line) => {
    const character = text.indexOf("bad");
    const range = { start: { line, character }, end: { line, character: character + 3 } };
    return character < 0 ? [] : [{ range, severity: 1, code: "E1", message: `${text.trim()} is bad` }];
  });
}

function receive({ id, method, params }: Message): void {
  const uri = params?.textDocument?.uri ?? "";
  if (method === "initialize") {
    const capabilities = manner === "pulled-server" ? { diagnosticProvider: {} } : {};
    if (manner !== "silent-server") send({ id, result: { capabilities } });
  } else if (method === "shutdown") send({ id, result: null });
  else if (method === "exit") process.exit(0);
  else if (method === "textDocument/diagnostic") send({ id, result: { kind: "full", items: errorsOf(uri) } });
  else if (method === "textDocument/didOpen" || method === "textDocument/didChange") {
    texts.set(uri, params?.textDocument?.text ?? params?.contentChanges?.[0]?.text ?? "");
    if (manner === "falling-server") process.exit(1);
    if (manner === "pulled-server") return;
    const version = params?.textDocument?.version;
    send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics: errorsOf(uri) } });
  }
}

let rest = "";
process.stdin.setEncoding("latin1").on("data", (chunk: string) => {
  rest += chunk;
  for (;;) {
    const header = /^Content-Length: (\d+)\r\n\r\n/.exec(rest);
    const length = Number(header?.[1]);
    const start = header?.[0].length ?? 0;
    if (!header || rest.length < start + length) return;
    const body = rest.slice(start, start + length);
    rest = rest.slice(start + length);
    receive(JSON.parse(Buffer.from(body, "latin1").toString()) as Message);
  }
});
