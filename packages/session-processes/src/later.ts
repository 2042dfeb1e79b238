// What this package loads when it is first needed.

export const loadMachineQueue = () => import("./queue/machine-queue.ts");
export const loadNet = () => import("node:net");
export const loadTar = () => import("tar");
