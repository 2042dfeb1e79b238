import { X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as nodeTls from "node:tls";

/**
 * Trusts the certificate authorities in SSL_CERT_FILE and SSL_CERT_DIR for all connections of this process, in addition to
 * Node's own: OpenSSL's variables, which Node reads only with `--use-openssl-ca`.
 *
 * @returns a sentence for each variable that is ignored, and why.
 */
export function trustCertificateFiles(
  environment: Readonly<Record<string, string | undefined>>,
  tls: Partial<Pick<typeof nodeTls, "getCACertificates" | "setDefaultCACertificates">> = nodeTls,
): readonly string[] {
  const [added, problems]: [string[], string[]] = [[], []];
  for (const name of ["SSL_CERT_FILE", "SSL_CERT_DIR"] as const) {
    const path = environment[name];
    if (!path) continue;
    try {
      const found = name === "SSL_CERT_FILE" ? certificatesIn(path) : certificatesBelow(path);
      if (found.length === 0) problems.push(`${name} is ignored: ${path} holds no certificate.`);
      added.push(...found);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push(`${name} is ignored: ${path} cannot be read (${reason}).`);
    }
  }
  if (added.length === 0) return problems;
  const { getCACertificates, setDefaultCACertificates } = tls;
  // Added in Node 24.5.
  if (!getCACertificates || !setDefaultCACertificates) return [...problems, tooOld(environment)];
  setDefaultCACertificates([...getCACertificates("default"), ...added]);
  return problems;
}

function tooOld(environment: Readonly<Record<string, string | undefined>>): string {
  const set = ["SSL_CERT_FILE", "SSL_CERT_DIR"].filter((name) => environment[name]).join(" and ");
  return `${set} cannot be used by Node ${process.versions.node}. Update Node to 24.5 or later, or set NODE_EXTRA_CA_CERTS.`;
}

/** The certificates in a PEM file, each checked, because one that is invalid would break every connection. */
function certificatesIn(path: string): readonly string[] {
  const blocks = readFileSync(path, "latin1").match(
    /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g,
  );
  return (blocks ?? []).filter(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** A folder of PEM files, mostly links named by hash. Other files and folders in it are left out. */
function certificatesBelow(folder: string): readonly string[] {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .flatMap(({ name }) => {
      try {
        return certificatesIn(join(folder, name));
      } catch {
        return [];
      }
    });
  return [...new Set(found)];
}
