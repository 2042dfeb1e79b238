// What this package loads when it is first needed.

export const loadAws4fetch = () => import("aws4fetch");
