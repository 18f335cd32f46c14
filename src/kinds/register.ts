/** Adds one to a list. Returns what takes it away again. */
export function register<Each>(list: Each[], each: Each): () => void {
  list.push(each);
  return () => void list.splice(list.indexOf(each), 1);
}
