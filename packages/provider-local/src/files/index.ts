export { addModelFile, type AddedModel, type AddOptions } from "./add-model-file.ts";
export { listModelFiles, type ModelFile } from "./list-model-files.ts";
export { modelsFolder } from "./models-folder.ts";
export { type ReceiveProgress } from "./part-file.ts";
export { removeModelFile } from "./remove-model-file.ts";
