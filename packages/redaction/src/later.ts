// What this package loads when it is first needed.

export const loadPlatformText = () => import("@skein/platform/text");
