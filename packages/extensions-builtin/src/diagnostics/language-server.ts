import { fileURLToPath, pathToFileURL } from "node:url";
import { startProgram, type Program, type ProgramOptions } from "@skein/extension-kit/program";
import type { Diagnostic, ProtocolConnection } from "vscode-languageserver-protocol/node";
import { loadLanguageServerProtocol } from "../later.ts";

/** Milliseconds without a further report after which a server that numbers none has said all. */
const quietMs = 300;
/** Milliseconds for a server to start and say what it can. */
const startMs = 60_000;
const goodbyeMs = 300;

interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** The protocol's name of the language. */
  readonly languageId: string;
  readonly text: string;
}

export interface LanguageServer {
  /** What it reports of a file with this text. Rejects when `signal` is aborted first, or the server has ended. */
  check(file: SourceFile, signal: AbortSignal): Promise<readonly Diagnostic[]>;
  close(): Promise<void>;
}

export interface LanguageServerOptions extends Pick<ProgramOptions, "argv" | "env"> {
  /** The project's folder. */
  readonly cwd: string;
  /** Gives up a start. */
  readonly signal: AbortSignal;
}

interface Report {
  readonly version: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Starts a language server. Rejects when it cannot be started or does not answer, with nothing left running. */
export async function startLanguageServer({
  argv,
  cwd,
  env,
  signal: giveUp,
}: LanguageServerOptions): Promise<LanguageServer> {
  const lsp = await loadLanguageServerProtocol();
  const program = await startProgram({
    argv,
    cwd,
    env,
    mark: { name: "SKEIN_LANGUAGE_SERVER", value: crypto.randomUUID() },
    untilTermMs: 300,
    untilKillMs: 1000,
    lastOutputMs: 300,
  });
  program.child.stderr.resume();
  const connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(program.child.stdout),
    new lsp.StreamMessageWriter(program.child.stdin),
  );
  const reports = new Map<string, (report: Report) => void>();
  const versions = new Map<string, number>();
  const ended = whenEnded(connection, program);
  answerServer(connection);
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) =>
    reports.get(keyOf(uri))?.({ version, diagnostics }),
  );
  connection.listen();
  const folder = pathToFileURL(cwd).href;
  const close = async (): Promise<void> => {
    await Promise.race([
      connection
        .sendRequest(lsp.ShutdownRequest.type)
        .then(() => connection.sendNotification(lsp.ExitNotification.type)),
      new Promise((resolve) => setTimeout(resolve, goodbyeMs)),
      ended,
    ]).catch(() => undefined);
    connection.dispose();
    await program.end();
  };
  try {
    const { capabilities } = await Promise.race([
      connection.sendRequest(lsp.InitializeRequest.type, {
        processId: process.pid,
        rootUri: folder,
        workspaceFolders: [{ uri: folder, name: "project" }],
        capabilities: {
          textDocument: {
            synchronization: { didSave: true },
            publishDiagnostics: { versionSupport: true },
            diagnostic: {},
          },
          workspace: { workspaceFolders: true, configuration: true },
        },
      }),
      ended,
      aborted(AbortSignal.any([giveUp, AbortSignal.timeout(startMs)])),
    ]);
    await connection.sendNotification(lsp.InitializedNotification.type, {});
    const pulls = capabilities.diagnosticProvider !== undefined;
    const show = async ({ languageId, text }: SourceFile, uri: string, version: number): Promise<void> => {
      if (version === 1) {
        const textDocument = { uri, languageId, version, text };
        await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument });
      } else {
        const change = { textDocument: { uri, version }, contentChanges: [{ text }] };
        await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, change);
        await connection.sendNotification(lsp.DidSaveTextDocumentNotification.type, {
          textDocument: { uri },
        });
      }
    };
    const pull = async (uri: string): Promise<readonly Diagnostic[]> => {
      const report = await connection.sendRequest(lsp.DocumentDiagnosticRequest.type, {
        textDocument: { uri },
      });
      return report.kind === "full" ? report.items : [];
    };
    return {
      async check(file, signal) {
        signal.throwIfAborted();
        const uri = pathToFileURL(file.path).href;
        const { promise, resolve } = Promise.withResolvers<readonly Diagnostic[]>();
        let timer: NodeJS.Timeout | undefined;
        const shown = (versions.get(file.path) ?? 0) + 1;
        versions.set(file.path, shown);
        if (!pulls)
          reports.set(file.path, ({ version = shown, diagnostics }) => {
            if (version < shown) return;
            clearTimeout(timer);
            timer = setTimeout(() => resolve(diagnostics), quietMs);
          });
        try {
          await show(file, uri, shown);
          return await Promise.race([pulls ? pull(uri) : promise, ended, aborted(signal)]);
        } finally {
          clearTimeout(timer);
          reports.delete(file.path);
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What servers ask of every client; anything else is refused by the library. */
function answerServer(connection: ProtocolConnection): void {
  connection.onRequest("workspace/configuration", ({ items }: { readonly items: readonly unknown[] }) =>
    items.map(() => null),
  );
  for (const method of ["client/registerCapability", "window/workDoneProgress/create"])
    connection.onRequest(method, () => null);
}

function whenEnded(connection: ProtocolConnection, { gone }: Program): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const end = () => reject(new Error("the language server has ended"));
  void gone.then(end);
  connection.onError(end);
  connection.onClose(end);
  return promise;
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason as Error);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  return promise;
}

/** Servers write addresses differently. */
function keyOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
