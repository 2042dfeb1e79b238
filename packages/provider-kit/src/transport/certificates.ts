// Certificates of private servers and company proxies. The files are checked
// before the first request, because OpenSSL's errors name neither the file nor
// the setting.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { getCACertificates } from "node:tls";
import { ConfigError } from "@skein/protocol";

/** Certificates as paths of PEM files. */
export interface CertificateSettings {
  /**
   * Certificate authorities to trust in addition to Node's and
   * `NODE_EXTRA_CA_CERTS`.
   */
  readonly ca?: string | undefined;
  /** Client certificate, with its intermediate certificates. */
  readonly clientCert?: string | undefined;
  /**
   * Private key of `clientCert`, without a passphrase. Default: searched for in
   * the same file.
   */
  readonly clientKey?: string | undefined;
}

/** Certificates in the form of `node:tls`. */
export interface Certificates {
  readonly ca?: string[];
  readonly cert?: string;
  readonly key?: string;
}

/**
 * Reads and validates the files. Throws `ConfigError` with the setting and the
 * file: `unreadable`, or `usage` for an invalid certificate or key, or a key
 * that does not match.
 */
export async function readCertificates(
  provider: string,
  { ca, clientCert, clientKey }: CertificateSettings,
): Promise<Certificates> {
  const fault = (setting: keyof CertificateSettings, file: string, what: string): ConfigError =>
    new ConfigError("usage", `${setting} of ${provider}: ${file} ${what}.`, { hint: hints[setting] });
  const text = (setting: keyof CertificateSettings, file: string): Promise<string> =>
    readFile(file, "utf8").catch((error: unknown) => {
      const { code = "unknown error" } = error as NodeJS.ErrnoException;
      const message = `${setting} of ${provider}: ${file} cannot be read (${code}).`;
      throw new ConfigError("unreadable", message, { hint: hints[setting], cause: error });
    });

  if (clientKey !== undefined && clientCert === undefined) {
    const message = `clientKey of ${provider} is set, but clientCert is not.`;
    throw new ConfigError("usage", message, { hint: hints.clientCert });
  }
  const authorities = ca === undefined ? undefined : await text("ca", ca);
  if (ca !== undefined && certificatesIn(authorities!).length === 0)
    throw fault("ca", ca, "holds no certificate");
  // `ca` of `node:tls` replaces the default authorities, so these are listed
  // too.
  const ours = authorities === undefined ? {} : { ca: [...getCACertificates("default"), authorities] };
  if (clientCert === undefined) return ours;

  const cert = await text("clientCert", clientCert);
  const [leaf] = certificatesIn(cert);
  if (!leaf) throw fault("clientCert", clientCert, "holds no certificate");
  const keyFile = clientKey ?? clientCert;
  const key = clientKey === undefined ? cert : await text("clientKey", clientKey);
  const problem = keyProblem(key, leaf);
  if (problem !== undefined) throw fault("clientKey", keyFile, problem);
  return { ...ours, cert, key };
}

/** Advice for each setting. */
const hints: Readonly<Record<keyof CertificateSettings, string>> = {
  ca: "Set ca to a PEM file with the certificate of the authority (-----BEGIN CERTIFICATE-----).",
  clientCert: "Set clientCert to a PEM file with this client's certificate, and clientKey to its key.",
  clientKey: "Set clientKey to a PEM file with the key of clientCert, without a passphrase.",
};

/** Parses the certificates of a file. Empty if one of them is invalid. */
function certificatesIn(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}

/**
 * Checks a private key, and that it belongs to the certificate. Returns the end
 * of a sentence, or undefined if the key is fine.
 */
function keyProblem(pem: string, certificate: X509Certificate): string | undefined {
  if (!pem.includes("PRIVATE KEY-----")) return "holds no private key";
  if (/ENCRYPTED/.test(pem)) return "holds a key with a passphrase";
  try {
    return certificate.checkPrivateKey(createPrivateKey(pem))
      ? undefined
      : "holds the key of another certificate";
  } catch {
    return "holds a key that cannot be read";
  }
}
