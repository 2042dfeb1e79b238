// What this package loads when it is first needed.

export const loadJinja = () => import("@huggingface/jinja");
export const loadNodeLlamaCpp = () => import("node-llama-cpp");
