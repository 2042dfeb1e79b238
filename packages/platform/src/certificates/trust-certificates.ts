import { loadCertificates } from "../later.ts";

/**
 * Trusts the certificate authorities that SSL_CERT_FILE and SSL_CERT_DIR name, before the first connection is made. Loads
 * nothing if neither is set.
 *
 * @returns a sentence for each variable that is ignored, and why.
 */
export async function trustCertificates(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  if (!environment["SSL_CERT_FILE"] && !environment["SSL_CERT_DIR"]) return [];
  const { trustCertificateFiles } = await loadCertificates();
  return trustCertificateFiles(environment);
}
