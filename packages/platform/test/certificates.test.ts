import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, it } from "vitest";
import { trustCertificateFiles } from "../src/certificates/certificates.ts";

it.each(["SSL_CERT_FILE", "SSL_CERT_DIR"])(
  "%s is named if this Node cannot add certificate authorities, and is not ignored in silence",
  (name) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "skein-certificates-"));
    writeFileSync(join(folder.path, "ca.pem"), rootCertificates[0]!);
    const path = name === "SSL_CERT_FILE" ? join(folder.path, "ca.pem") : folder.path;
    expect(trustCertificateFiles({ [name]: path }, {})).toEqual([
      `${name} cannot be used by Node ${process.versions.node}. Update Node to 24.5 or later, or set NODE_EXTRA_CA_CERTS.`,
    ]);
    const added: string[] = [];
    const tls = {
      getCACertificates: () => ["old"],
      setDefaultCACertificates: (all: unknown) => void added.push(...(all as string[])),
    };
    expect(trustCertificateFiles({ [name]: path }, tls)).toEqual([]);
    expect(added).toEqual(["old", rootCertificates[0]]);
  },
);
