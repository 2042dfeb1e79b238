// What this package loads when it is first needed.

export const loadCertificates = () => import("./certificates/certificates.ts");
export const loadChardet = () => import("chardet");
