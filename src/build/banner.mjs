/** Some packages are CommonJS and call require() for built-in modules. */
export const banner = {
  js: "import { createRequire as lexformRequire } from 'node:module'; const require = lexformRequire(import.meta.url);",
};
