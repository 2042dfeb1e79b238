import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Needed to create certificates. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

const lifetime = ["-days", "2"];
const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/**
 * Writes `ca.pem` with its key, and for each name a `NAME.pem` with `NAME.key`, issued by it.
 *
 * @param names - with what each stands for: `{ server: "DNS:vendor.example" }`.
 */
export async function writeCertificates(
  folder: string,
  names: Readonly<Record<string, string>>,
): Promise<(name: string) => string> {
  const openssl = (...args: readonly string[]) => run("openssl", args, { cwd: folder });
  const authority = ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test authority"];
  await openssl(
    "req",
    "-x509",
    ...newKey,
    ...authority,
    ...lifetime,
    "-addext",
    "basicConstraints=critical,CA:TRUE",
  );
  for (const [name, san] of Object.entries(names)) {
    const files = ["-keyout", `${name}.key`, "-out", `${name}.csr`];
    await openssl("req", ...newKey, ...files, "-subj", `/CN=${name}`, "-addext", `subjectAltName=${san}`);
    const issuer = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-copy_extensions", "copy"];
    await openssl("x509", "-req", "-in", `${name}.csr`, ...issuer, ...lifetime, "-out", `${name}.pem`);
  }
  return (name) => join(folder, name);
}
