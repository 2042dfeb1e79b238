// What this package loads when it is first needed.

export const loadCertificates = () => import("./transport/certificates.ts");
export const loadLoggedSend = () => import("./http-log/logged-send.ts");
