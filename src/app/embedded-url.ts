/** Stands for the embedded service in plans and messages; nothing listens there. */
export const EMBEDDED_URL = 'http://embedded.lexform.invalid';
