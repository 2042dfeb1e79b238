import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as requestTls } from "node:https";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

export const hostName = "skein.example.test";
export const nginx = "/usr/sbin/nginx";

/** A reverse proxy with TLS, which has a server under `/skein/`. */
export interface TlsFront extends AsyncDisposable {
  readonly port: number;
  readonly ca: string;
}

/** Of the tests' own. */
export async function ownFront(target: URL): Promise<TlsFront> {
  const folder = await mkdtemp(join(tmpdir(), "skein-front-"));
  const { key, cert } = certificateIn(folder);
  const stripped = (url = "") => url.replace(/^\/skein/, "");
  const server = createServer({ key, cert }, (incoming, response) => {
    const { method, headers, url } = incoming;
    const onward = requestPlain(target, { path: stripped(url), method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  server.on("upgrade", ({ method, url, rawHeaders }: IncomingMessage, socket, head) => {
    const onward = connect(Number(target.port), target.hostname, () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}\r\n`]));
      onward.write(`${method} ${stripped(url)} HTTP/1.1\r\n${lines.join("")}\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) one.on("error", () => (onward.destroy(), socket.destroy()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    ca: cert,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** nginx, with the lines that the documentation gives. */
export async function nginxFront(target: URL): Promise<TlsFront> {
  const folder = await mkdtemp(join(tmpdir(), "skein-nginx-"));
  const { cert } = certificateIn(folder);
  const guide = readFileSync(new URL("../../../docs/server.md", import.meta.url), "utf8");
  const [, location = ""] = /```nginx\n([^]*?)```/.exec(guide) ?? [];
  const port = await freePort();
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = `daemon off; master_process off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${paths.join(" ")}
server { listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
${location.replace("127.0.0.1:4400", target.host)} } }
`;
  await writeFile(join(folder, "nginx.conf"), config);
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  const closed = once(child, "close");
  while (!(await canConnect(port))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    port,
    ca: cert,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}

export const hasOpenssl = existsSync("/usr/bin/openssl");

function certificateIn(folder: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")] as const;
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  const names = ["-subj", `/CN=${hostName}`, "-addext", `subjectAltName=DNS:${hostName}`];
  execFileSync("openssl", ["req", ...kind, ...names, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}

/** `fetch` for the name of the front, which no resolver knows. */
export function frontFetch({ port, ca }: TlsFront): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const headers = { ...Object.fromEntries(new Headers(init.headers)), host: url.host };
      const body = typeof init.body === "string" ? init.body : "";
      const { method = "GET", signal } = init;
      const request = requestTls(
        {
          host: "127.0.0.1",
          port,
          ca,
          servername: hostName,
          path: `${url.pathname}${url.search}`,
          method,
          headers: { ...headers, ...(method === "GET" ? {} : { "content-length": Buffer.byteLength(body) }) },
          agent: false,
        },
        (answer) => {
          const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
          const stream = Readable.toWeb(answer) as unknown as ReadableStream<Uint8Array>;
          const status = answer.statusCode ?? 502;
          resolve(
            new Response([204, 303, 304].includes(status) ? null : stream, {
              status,
              headers: Object.fromEntries(pairs),
            }),
          );
        },
      );
      request.on("error", reject);
      signal?.addEventListener("abort", () => request.destroy());
      request.end(body);
    });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => (socket.destroy(), resolve(true)));
    socket.on("error", () => resolve(false));
  });
}
