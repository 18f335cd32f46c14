/** Lets what has come in while the process worked have its turn: answers are taken, and the next calls go out. */
export const nextTurn = (): Promise<void> => new Promise((go) => setImmediate(go));
